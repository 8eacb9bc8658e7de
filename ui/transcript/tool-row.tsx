import type { ToolContent } from '../../shared/wire/tool-call.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import { type MessageKey, t } from '../locale/t.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Diff, DiffCount } from './diff.tsx'
import { Fold } from './fold.tsx'
import { LongTextView } from './long-text-view.tsx'
import { readableInput } from './readable-input.ts'
import type { ToolCall } from './row.ts'
import { TerminalText } from './terminal-text.tsx'
import { changeOf } from './tool-summary.ts'

const ICONS: Readonly<Record<string, IconName>> = {
  read: 'file',
  edit: 'edit',
  delete: 'delete',
  move: 'move',
  search: 'search',
  execute: 'terminal',
  think: 'think',
  fetch: 'fetch',
}

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
          <Icon name={ICONS[call.kind ?? ''] ?? 'tool'} />
          <span class="tool-title">{toolTitle(call)}</span>
          {change.added + change.removed > 0 && <DiffCount {...change} />}
          {call.status && call.status !== 'completed' && <span class="tool-status">{t(STATUS[call.status])}</span>}
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
  const input = readableInput(call)
  const content = call.content ?? []
  const more = { ...(readBlob && { readBlob }) }
  const output = call.output ?? []
  const nothing = !input && content.length === 0 && output.length === 0 && !call.children?.length
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
        // biome-ignore lint/suspicious/noArrayIndexKey: an agent's content is replaced whole
        <Content key={place} part={part} {...more} />
      ))}
      {output.map((text, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: output only grows at its end
        <LongTextView key={place} text={text} label={t('tool.output')} terminal {...more} />
      ))}
      {call.children?.map((child) => (
        <ToolRow key={child.toolCall} call={child} {...more} />
      ))}
      {nothing && <p class="tool-nothing">{t('tool.nothing')}</p>}
    </>
  )
}

function Content({ part, readBlob }: { part: ToolContent; readBlob?: ReadBlob }) {
  const more = { ...(readBlob && { readBlob }) }
  if (part.type === 'diff') return <Diff path={part.path} old={part.old} new={part.new} />
  if (part.type === 'text') return <LongTextView text={part.text} label={t('tool.output')} terminal {...more} />
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
