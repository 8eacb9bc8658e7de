import { useMemo } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { DiffCount } from './diff.tsx'
import { Fold } from './fold.tsx'
import type { ToolCall } from './row.ts'
import { type ReadBlob, ToolRow, toolTitle } from './tool-row.tsx'
import { isOpen, summarise } from './tool-summary.ts'

export interface ToolRunProps {
  calls: readonly ToolCall[]
  readBlob?: ReadBlob
}

/** A run of calls as one line. A single call is its own line; while one is open, it is named. */
export function ToolRun({ calls, readBlob }: ToolRunProps) {
  const summary = useMemo(() => summarise(calls), [calls])
  const more = { ...(readBlob && { readBlob }) }
  const [only] = calls
  if (only && calls.length === 1) return <ToolRow call={only} {...more} />
  const open = calls.findLast(isOpen)
  return (
    <Fold
      name="tool-run"
      summary={
        <span class="tool-run-words">
          <span>{summary.words}</span>
          {summary.added + summary.removed > 0 && (
            <DiffCount added={summary.added} removed={summary.removed} />
          )}
          {summary.failed > 0 && (
            <span class="tool-status">{t('tools.failed', { count: summary.failed })}</span>
          )}
          {open && <span class="tool-run-now">{toolTitle(open)}</span>}
        </span>
      }
    >
      {() => calls.map((call) => <ToolRow key={call.toolCall} call={call} {...more} />)}
    </Fold>
  )
}
