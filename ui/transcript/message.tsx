import type { LongText } from '../../shared/wire/text.ts'
import { t } from '../locale/t.ts'
import { Icon } from '../parts/icon.tsx'
import { LongTextView } from './long-text-view.tsx'
import { Markdown } from './markdown.tsx'
import type { ReadBlob } from './tool-row.tsx'

export interface MessageProps {
  /** Texts that follow each other; only one that the log cut stands alone. */
  parts: readonly LongText[]
  /** The agent says that this is an error it met, not an answer. */
  error?: boolean | undefined
  readBlob?: ReadBlob
}

/** What the agent said. */
export function Message({ parts, error, readBlob }: MessageProps) {
  const words = parts.map((text, place) =>
    typeof text === 'string' ? (
      <Markdown key={place} text={text} />
    ) : (
      <LongTextView key={place} text={text} label={t('transcript.agent')} {...(readBlob && { readBlob })} />
    ),
  )
  if (!error) return <div class="message">{words}</div>
  return (
    <div class="message message-error">
      <p class="message-error-head">
        <Icon name="warning" />
        {t('note.error')}
      </p>
      {words}
    </div>
  )
}
