import { memo } from 'preact/compat'
import { cleanLabel } from '../../shared/untrusted.ts'
import { t } from '../locale/t.ts'
import { byteCount } from '../parts/byte-count.ts'
import { Dot } from '../parts/dot.tsx'
import { Message } from './message.tsx'
import { Note, RawRow } from './note.tsx'
import { PlanCard } from './plan-card.tsx'
import { processWords } from './process-note.ts'
import { Prompt, type PromptActs } from './prompt.tsx'
import type { Row } from './row.ts'
import { SettledAsk } from './settled-ask.tsx'
import { Thought } from './thought.tsx'
import type { ReadBlob } from './tool-row.tsx'
import { ToolRun } from './tool-run.tsx'
import { TurnEnd } from './turn-end.tsx'

export interface RowActs extends PromptActs {
  readBlob?: ReadBlob
  onOpenAsk?: (ask: string) => void
}

export interface TranscriptRowProps {
  row: Row
  acts: RowActs
  /** The first of a piece of history that the agent told. */
  startsReplay: boolean
}

/** One row. Memoised by the row's identity: what did not change is not drawn again. */
export const TranscriptRow = memo(({ row, acts, startsReplay }: TranscriptRowProps) => (
  <div
    class={`entry entry-${row.kind.replace('_', '-')}`}
    data-row={row.key}
    data-live={isLive(row) || undefined}
    data-replay={row.replay || undefined}
  >
    {startsReplay && <p class="replay">{t('transcript.replay')}</p>}
    {inside(row, acts)}
  </div>
))

const isLive = (row: Row): boolean => (row.kind === 'message' || row.kind === 'thought') && row.live === true

function inside(row: Row, acts: RowActs) {
  const blobs = acts.readBlob && { readBlob: acts.readBlob }
  switch (row.kind) {
    case 'prompt':
      return <Prompt prompt={row} acts={acts} />
    case 'message':
      return <Message parts={row.parts} error={row.error} {...blobs} />
    case 'thought':
      return <Thought parts={row.parts} live={row.live} />
    case 'tools':
      return <ToolRun calls={row.calls} {...blobs} />
    case 'plan':
      return <PlanCard entries={row.entries} />
    case 'ask_open':
      return <OpenAsk what={row.what} onOpen={() => acts.onOpenAsk?.(row.ask)} />
    case 'ask_settled':
      return <SettledAsk settled={row.settled} />
    case 'turn_end':
      return <TurnEnd stopReason={row.stopReason} message={row.message} />
    case 'process':
      return <Note>{processWords(row)}</Note>
    case 'cleared':
      return <Note>{t('note.cleared')}</Note>
    case 'file':
      return <Note icon="file">{`${t('note.file')}: ${cleanLabel(row.path)} (${byteCount(row.bytes)})`}</Note>
    case 'error':
      return <Note icon="warning">{`${t('note.error')}: ${row.message}`}</Note>
    case 'raw':
      return <RawRow method={row.method} params={row.params} />
  }
}

/** Where in the conversation an ask was made that is still open; the card itself is pinned below. */
function OpenAsk({ what, onOpen }: { what: string; onOpen: () => void }) {
  return (
    <button type="button" class="open-ask" onClick={onOpen}>
      <Dot state="needs_you" />
      <span class="open-ask-what">{cleanLabel(what)}</span>
      <span>{t('ask.open')}</span>
    </button>
  )
}
