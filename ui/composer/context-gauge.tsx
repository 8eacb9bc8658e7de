import type { ContextFill } from '../../shared/wire/session.ts'
import { LOCALE, t } from '../locale/t.ts'

/** How full the agent's context is. Nothing is drawn of what was not said: absent is not zero. */
export function ContextGauge({ context }: { context: ContextFill | null }) {
  const percent = fillPercent(context)
  return (
    <details class="gauge">
      <summary class="control">
        <span class="unseen">{t('context.label')}</span>
        <Bar percent={percent} />
        <span>{percent === null ? '–' : `${percent} %`}</span>
      </summary>
      <div class="gauge-words">
        {contextWords(context).map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
    </details>
  )
}

function Bar({ percent }: { percent: number | null }) {
  return (
    <svg class="gauge-bar" width="32" height="8" viewBox="0 0 32 8" aria-hidden="true">
      <rect class="gauge-empty" x=".5" y=".5" width="31" height="7" rx="2" />
      {percent !== null && percent > 0 && (
        <rect class="gauge-full" x="2" y="2" width={(28 * percent) / 100} height="4" rx="1" />
      )}
    </svg>
  )
}

/** 0 to 100; null where the agent did not say enough. */
export function fillPercent(context: ContextFill | null): number | null {
  if (context?.used === undefined || !context.size) return null
  return Math.min(100, Math.max(0, Math.round((context.used / context.size) * 100)))
}

function contextWords(context: ContextFill | null): string[] {
  const { used, size, cost } = context ?? {}
  const tokens =
    used === undefined
      ? t('context.unknown')
      : size
        ? t('context.used', { used, size })
        : t('context.used_only', { used })
  return cost ? [tokens, t('context.cost', { cost: money(cost) })] : [tokens]
}

/** In the agent's own currency; a code that nobody knows is written beside the number. */
function money({ amount, currency }: { amount: number; currency: string }): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${amount} ${currency}`
  return new Intl.NumberFormat(LOCALE, { style: 'currency', currency, maximumFractionDigits: 4 }).format(
    amount,
  )
}
