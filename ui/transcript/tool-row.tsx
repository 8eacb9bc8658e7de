import { cleanLabel } from '../../shared/untrusted.ts'
import type { ToolContent } from '../../shared/wire/tool-call.ts'
import { type MessageKey, t } from '../locale/t.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Diff, DiffCount } from './diff.tsx'
import { Fold } from './fold.tsx'
import { LongTextView } from './long-text-view.tsx'
import { type ReadableInput, readableInput } from './readable-input.ts'
import type { ToolCall } from './row.ts'
import { TerminalText } from './terminal-text.tsx'
import { changeOf } from './tool-summary.ts'

const ICONS: ReadonlyMap<string, IconName> = new Map<string, IconName>([
  ['read', 'file'],
  ['edit', 'edit'],
  ['delete', 'delete'],
  ['move', 'move'],
  ['search', 'search'],
  ['execute', 'terminal'],
  ['think', 'think'],
  ['fetch', 'fetch'],
])

const STATUS = {
  pending: 'tool.pending',
  in_progress: 'tool.in_progress',
  completed: 'tool.completed',
  failed: 'tool.failed',
  cancelled: 'tool.cancelled',
} as const satisfies Record<NonNullable<ToolCall['status']>, MessageKey>

export function toolTitle(call: ToolCall): string {
  return cleanLabel(call.title ?? '') || cleanLabel(call.locations?.[0]?.path ?? '') || t('tools.untitled')
}

/** One call: what it is on one line; input, result and the calls inside it when opened. */
export function ToolRow({ call, readBlob }: { call: ToolCall; readBlob?: ReadBlob }) {
  const change = changeOf([call])
  return (
    <Fold
      name={`tool tool-${(call.status ?? 'pending').replace('_', '-')}`}
      summary={
        <>
          <Icon name={ICONS.get(call.kind ?? '') ?? 'tool'} />
          <span class="tool-title">{toolTitle(call)}</span>
          {change.added + change.removed > 0 && <DiffCount {...change} />}
          {call.status && call.status !== 'completed' && (
            <span class="tool-status">{t(STATUS[call.status])}</span>
          )}
        </>
      }
    >
      {() => <ToolInside call={call} {...(readBlob && { readBlob })} />}
    </Fold>
  )
}

/** The whole of a text that the event carries only in part, by its name. */
export type ReadBlob = (blob: string) => Promise<string>

function ToolInside({ call, readBlob }: { call: ToolCall; readBlob?: ReadBlob }) {
  const given = readableInput(call)
  const input = given && !repeats(given, call) ? given : null
  const content = call.content ?? []
  const more = { ...(readBlob && { readBlob }) }
  const output = call.output ?? []
  const shown = [given, call.locations?.[0], content[0], output[0], call.children?.[0]]
  const nothing = shown.every((part) => part === undefined || part === null)
  return (
    <>
      {call.locations?.map(({ path, line }) => (
        <p key={`${path}:${line}`} class="tool-place">
          <bdi>{cleanLabel(path, 4096)}</bdi>
          {line !== undefined && `:${line}`}
        </p>
      ))}
      {input && <LongTextView text={input.text} label={t('tool.input')} {...more} />}
      {content.map((part, place) => (
        <Content key={place} part={part} {...more} />
      ))}
      {output.map((text, place) => (
        <LongTextView key={place} text={text} label={t('tool.output')} terminal {...more} />
      ))}
      {call.children?.map((child) => (
        <ToolRow key={child.toolCall} call={child} {...more} />
      ))}
      {nothing && <p class="tool-nothing">{t('tool.nothing')}</p>}
    </>
  )
}

/** The head of the row, or the places under it, say the same already. */
function repeats({ kind, text, rest }: ReadableInput, { title, locations }: ToolCall): boolean {
  if (kind === 'command') return rest === undefined && text === title
  return locations?.length === 1 && text === JSON.stringify({ path: locations[0]?.path })
}

function Content({ part, readBlob }: { part: ToolContent; readBlob?: ReadBlob }) {
  const more = { ...(readBlob && { readBlob }) }
  if (part.type === 'diff') return <Diff path={part.path} old={part.old} new={part.new} />
  if (part.type === 'text')
    return <LongTextView text={part.text} label={t('tool.output')} terminal {...more} />
  return (
    <Fold summary={t('tool.details')}>
      {() =>
        typeof part.json === 'string' ? (
          <TerminalText text={part.json} label={t('tool.details')} />
        ) : (
          <LongTextView text={part.json} label={t('tool.details')} {...more} />
        )
      }
    </Fold>
  )
}
