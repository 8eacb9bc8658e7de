import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Ask, AskAnswer, AskOption, AskSummary } from '../../shared/wire/ask.ts'
import { askDigest } from '../../shared/wire/ask-digest.ts'
import { shortOf } from '../../shared/wire/text.ts'
import { t } from '../locale/t.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { readableInput } from '../transcript/readable-input.ts'
import { AskHead } from './ask-head.tsx'
import { OptionButtons } from './option-buttons.tsx'
import { isRefusal, isTyping, optionForKey } from './option-keys.ts'
import { PermissionView } from './permission-view.tsx'
import { useReadToEnd } from './use-read-to-end.ts'
import { type Blobs, isWhole, withBlobs } from './whole-ask.ts'

export interface PermissionCardProps {
  summary: AskSummary
  /** Null while it is read. */
  ask: (Ask & { kind: 'permission' }) | null
  blobs: Blobs
  agent: string
  more: number
  /** Number keys answer this card: true on one card of a page. */
  keys: boolean
  sending: string | null
  failed: string | null
  onAnswer: (answer: AskAnswer) => void
}

/** One permission. What is asked stands whole above the answers, and approving waits until its end was in sight. */
export function PermissionCard(props: PermissionCardProps) {
  const { summary, ask, blobs, agent, more, keys, sending, failed, onAnswer } = props
  const scroller = useRef<HTMLDivElement | null>(null)
  const drawn = ask ? withBlobs(ask, blobs) : null
  const whole = drawn !== null && isWhole(drawn)
  const [read, look] = useReadToEnd(scroller, whole ? ask : null)
  const waits = !whole || !read
  const options = ask?.permission.options ?? summary.options ?? []

  const choose = (option: AskOption): void => {
    if (!ask || sending !== null || (waits && !isRefusal(option))) return
    onAnswer({ shown: askDigest(ask), option: option.id })
  }
  useLayoutEffect(() => {
    if (!keys) return
    const onKey = (event: KeyboardEvent): void => {
      const option = event.defaultPrevented
        ? null
        : optionForKey(event, options, isTyping(document.activeElement))
      if (!option) return
      event.preventDefault()
      choose(option)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })

  return (
    <section class="ask" aria-label={t('ask.permission')}>
      <AskHead
        agent={agent}
        words={t('ask.permission')}
        title={saysMore(summary.title, drawn) ? summary.title : ''}
        more={more}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keys */}
      <div ref={scroller} class="ask-body" tabIndex={0} onScroll={look}>
        {drawn?.kind === 'permission' ? (
          <PermissionView call={drawn.permission.toolCall} />
        ) : (
          <Skeleton lines={2} />
        )}
      </div>
      <p class="ask-said" role="status">
        {failed !== null ? t('ask.failed', { why: failed }) : waitWords(whole, read, sending)}
      </p>
      <OptionButtons
        options={options}
        waits={waits}
        sending={sending ?? (ask ? null : '')}
        onChoose={choose}
      />
    </section>
  )
}

/** Many agents repeat the command as the title: said once is enough. */
function saysMore(title: string, ask: Ask | null): boolean {
  if (ask?.kind !== 'permission') return true
  const input = readableInput(ask.permission.toolCall)
  return input?.kind !== 'command' || !shortOf(input.text).startsWith(title)
}

function waitWords(whole: boolean, read: boolean, sending: string | null): string {
  if (sending !== null) return t('ask.sending')
  if (!whole) return t('ask.whole_waits')
  return read ? '' : t('ask.read_to_end')
}
