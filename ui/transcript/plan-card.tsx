import type { PlanEntry } from '../../shared/wire/event.ts'
import { type MessageKey, t } from '../locale/t.ts'

type Progress = 'done' | 'doing' | 'waiting'

/** By the words ACP has; another word is a step that waits. */
const PROGRESS: ReadonlyMap<string, Progress> = new Map<string, Progress>([
  ['completed', 'done'],
  ['in_progress', 'doing'],
])
const WORDS = {
  done: 'plan.done',
  doing: 'plan.doing',
  waiting: 'plan.waiting',
} as const satisfies Record<Progress, MessageKey>
const SHAPES: Record<Progress, string> = {
  done: 'M3.5 8.5 6.5 11.5 12.5 4.5',
  doing: 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M8 7.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2',
  waiting: 'M4 8h8',
}

const progressOf = ({ status }: PlanEntry): Progress => PROGRESS.get(status ?? '') ?? 'waiting'

/** The agent's plan as it stands: each step with its shape. */
export function PlanCard({ entries }: { entries: readonly PlanEntry[] }) {
  const done = entries.filter((entry) => progressOf(entry) === 'done').length
  return (
    <section class="plan" aria-label={t('plan.title')}>
      <h2 class="plan-head">
        {t('plan.title')}
        <span class="plan-count">{t('plan.progress', { done, total: entries.length })}</span>
      </h2>
      <ol>
        {entries.map((entry, place) => {
          const progress = progressOf(entry)
          return (
            <li key={place} class={`plan-step plan-${progress}`}>
              <svg class="icon" width="16" height="16" viewBox="0 0 16 16" role="img">
                <title>{t(WORDS[progress])}</title>
                <path d={SHAPES[progress]} />
              </svg>
              <span dir="auto">{entry.content}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
