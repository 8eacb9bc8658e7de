import { useEffect, useRef, useState } from 'preact/hooks'
import type { Clock } from '../../shared/time.ts'
import type { AskAnswer } from '../../shared/wire/ask.ts'
import type { Session } from '../../shared/wire/session.ts'
import { errorWords } from '../api/error-words.ts'
import { AskCard } from '../asks/ask-card.tsx'
import type { FormDraft } from '../asks/form-values.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import type { MachineLink } from '../state/machine.ts'
import type { Entry } from '../state/outbox-entry.ts'
import type { SessionActs } from './session-acts.ts'
import { useWholeAsk } from './use-whole-ask.ts'

export interface AsksPanelProps {
  machine: MachineLink
  snapshot: Session
  acts: SessionActs
  clock: Clock
}

/** What waits for the person, the oldest first. One that was answered elsewhere leaves with the next snapshot. */
export function AsksPanel(props: AsksPanelProps) {
  const [first] = props.snapshot.asks
  // A card keeps its place in the page, so that a screen reader hears what comes and goes in it.
  return <div class="session-asks">{first && <OpenAsk key={first.id} {...props} summary={first} />}</div>
}

function OpenAsk({
  machine,
  snapshot,
  acts,
  clock,
  summary,
}: AsksPanelProps & { summary: Session['asks'][number] }) {
  const [attempt, setAttempt] = useState(0)
  const draft = useRef<FormDraft | null>(null)
  const read = useWholeAsk(machine, snapshot.id, summary.id, attempt, clock)
  const failed = acts.failed.value.get(summary.id)
  const answer = pendingAnswer(machine.outbox.entries.value, snapshot.id, summary.id)
  // What was drawn is not what is asked any more: only what stands there now may be answered.
  const isStale = failed?.code === 'ask_changed'
  useEffect(() => {
    if (isStale) setAttempt((before) => before + 1)
  }, [isStale])

  return (
    <>
      <AskCard
        summary={summary}
        ask={read.is === 'whole' ? read.ask : null}
        blobs={read.is === 'whole' ? read.blobs : new Map()}
        agent={snapshot.agent}
        more={snapshot.asks.length - 1}
        keys
        draft={draft.current}
        onDraft={(next) => {
          draft.current = next
        }}
        sending={answer && sentWord(answer)}
        failed={failed?.words ?? null}
        onAnswer={(given) => acts.answer(summary.id, given)}
      />
      {read.is === 'refused' && (
        <p class="ask-unreadable" role="alert">
          {t('session.ask_unreadable', { why: errorWords(read.error.code) })}
          <Button look="bare" onPress={() => setAttempt(attempt + 1)}>
            {t('session.ask_again')}
          </Button>
        </p>
      )}
    </>
  )
}

/** The answer that is on its way, whichever tab gave it, a reload included. */
function pendingAnswer(entries: readonly Entry[], session: string, ask: string): AskAnswer | null {
  for (const { command, state } of entries) {
    if (command.do !== 'answer' || command.session !== session || command.ask !== ask) continue
    if (state.is === 'queued' || state.is === 'sending' || state.is === 'applied') return command.answer
  }
  return null
}

const sentWord = (answer: AskAnswer): string => ('option' in answer ? answer.option : answer.action)
