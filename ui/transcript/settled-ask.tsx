import { cleanLabel } from '../../shared/untrusted.ts'
import type { AnsweredBy } from '../../shared/wire/ask.ts'
import { t } from '../locale/t.ts'
import { Icon } from '../parts/icon.tsx'
import type { SettledAsk as Settled } from './row.ts'

/** What became of an ask, in its place in the conversation. */
export function SettledAsk({ settled }: { settled: Settled }) {
  const answers = settled.kind === 'question' ? (settled.answers ?? []) : []
  const by = settled.by ? doorWords(settled.by) : null
  return (
    <div class="settled">
      <p class="settled-line">
        <Icon name={settled.outcome === 'selected' || settled.outcome === 'accepted' ? 'check' : 'close'} />
        <span class="settled-what">{cleanLabel(settled.what)}</span>
        <span class="settled-outcome">{outcomeWords(settled)}</span>
        {by && <span class="settled-by">{by}</span>}
      </p>
      {answers.length > 0 && (
        <dl class="settled-answers">
          {answers.map(({ label, value }, place) => (
            <div key={place}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

export function outcomeWords(settled: Settled): string {
  switch (settled.outcome) {
    case 'selected':
      return t('settled.selected', { option: settled.kind === 'permission' ? (settled.option ?? '') : '' })
    case 'accepted':
      return t('settled.accepted')
    case 'declined':
      return t('settled.declined')
    case 'cancelled':
      return t('settled.cancelled')
    case 'withdrawn':
      return t('settled.withdrawn')
    case 'agent_gone':
      return t('settled.agent_gone')
    case 'timeout':
      return t('settled.timeout')
    default:
      return t('settled.unknown', { outcome: settled.outcome })
  }
}

function doorWords({ door, device }: AnsweredBy): string {
  switch (door) {
    case 'local':
      return t('settled.door_local')
    case 'device':
      return device ? t('settled.door_device', { device: cleanLabel(device) }) : t('settled.elsewhere')
    case 'channel':
      return t('settled.door_channel')
    case 'rule':
      return t('settled.door_rule')
  }
}
