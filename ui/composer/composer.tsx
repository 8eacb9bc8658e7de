import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { utf8 } from '../../shared/bytes.ts'
import { PROMPT_BYTES } from '../../shared/limits.ts'
import type { AgentCommand } from '../../shared/wire/control.ts'
import type { QueuedPrompt as Queued } from '../../shared/wire/session.ts'
import { t } from '../locale/t.ts'
import { byteCount } from '../parts/byte-count.ts'
import { Icon } from '../parts/icon.tsx'
import { QueuedPrompt } from '../transcript/queued-prompt.tsx'
import { TextBox } from './text-box.tsx'

export interface ComposerProps {
  /** Who is written to: the session's nickname. */
  name: string
  draft: string
  onDraft: (text: string) => void
  onSend: (text: string) => void
  onStop: () => void
  /** `working`: a turn is open. `stopping`: it was asked to end. */
  turn: 'none' | 'working' | 'stopping'
  commands: readonly AgentCommand[]
  /** What was sent before, newest first. */
  history: readonly string[]
  queue: readonly Queued[]
  onTakeBack: (seq: number) => void
  /** An open ask holds what is queued. */
  held: boolean
  /** Why the last message was refused, in words; its text is in `draft` again. */
  refused: string | null
  /** On a desktop Enter sends and Shift+Enter breaks the line; on a phone only the button sends. */
  sendOnEnter: boolean
  /** The controls strip. */
  children?: ComponentChildren
}

export function Composer(props: ComposerProps) {
  const { name, draft, onDraft, onSend, onStop, turn, queue, onTakeBack, held, refused, children } = props
  const id = useId()
  const size = draft.length > PROMPT_BYTES / 4 ? utf8(draft).length : 0
  const tooLong = size > PROMPT_BYTES
  const sendable = draft.trim() !== '' && !tooLong
  const said = saidWords(refused, held && queue.length > 0, tooLong ? size : null)
  const send = (): void => {
    if (sendable) onSend(draft)
  }
  return (
    <div class="composer">
      {queue.length > 0 && (
        <ul class="queue">
          {queue.map((prompt) => (
            <QueuedPrompt key={prompt.seq} prompt={prompt} onTakeBack={onTakeBack} />
          ))}
        </ul>
      )}
      <p id={id} class="composer-said" role="status">
        {said}
      </p>
      <div class="composer-line">
        <TextBox
          text={draft}
          onText={onDraft}
          placeholder={turn === 'none' ? t('composer.placeholder', { name }) : t('composer.placeholder_busy')}
          commands={props.commands}
          history={props.history}
          sendOnEnter={props.sendOnEnter}
          onSend={send}
          describedBy={id}
        />
        {turn !== 'none' && <StopButton stopping={turn === 'stopping'} onStop={onStop} />}
        <button
          type="button"
          class="composer-send"
          aria-label={turn === 'none' ? t('composer.send') : t('composer.queue')}
          disabled={!sendable}
          onClick={send}
        >
          <Icon name="send" />
        </button>
      </div>
      {children}
    </div>
  )
}

function StopButton({ stopping, onStop }: { stopping: boolean; onStop: () => void }) {
  return (
    <button
      type="button"
      class="composer-stop"
      aria-disabled={stopping}
      onClick={stopping ? undefined : onStop}
    >
      <Icon name="stop" />
      <span>{t(stopping ? 'composer.stopping' : 'composer.stop')}</span>
    </button>
  )
}

function saidWords(refused: string | null, held: boolean, tooLong: number | null): string {
  if (tooLong !== null)
    return t('composer.too_long', { most: byteCount(PROMPT_BYTES), size: byteCount(tooLong) })
  if (refused !== null) return t('composer.refused', { why: refused })
  return held ? t('composer.held') : ''
}
