import { useState } from 'preact/hooks'
import { showInvisible } from '../../shared/untrusted.ts'
import type { LongText } from '../../shared/wire/text.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { byteCount } from '../parts/byte-count.ts'
import { TerminalText } from './terminal-text.tsx'
import { transcriptLimits } from './transcript-limits.ts'

export interface LongTextProps {
  text: LongText
  label: string
  /** With a terminal's colours; else as it came, with what is invisible shown. */
  terminal?: boolean
  readBlob?: (blob: string) => Promise<string>
}

/** A text of any length: its head and tail with what is between said in bytes, and the whole on demand. */
export function LongTextView({ text, label, terminal, readBlob }: LongTextProps) {
  const [whole, setWhole] = useState<string | null>(null)
  const shown = whole ?? text
  if (typeof shown === 'string') return <Folded text={shown} label={label} terminal={terminal === true} />
  const hidden = shown.bytes - new TextEncoder().encode(shown.head + shown.tail).length
  return (
    <div class="long-text">
      <Piece text={shown.head} label={label} terminal={terminal === true} />
      <p class="long-text-cut">
        {t('text.cut', { hidden: byteCount(hidden) })}
        {readBlob && (
          <Button look="bare" onPress={() => void readBlob(shown.blob).then(setWhole)}>
            {t('text.show_all')}
          </Button>
        )}
      </p>
      <Piece text={shown.tail} label={label} terminal={terminal === true} />
    </div>
  )
}

interface PieceProps {
  text: string
  label: string
  terminal: boolean
}

/** Long output stays short until somebody wants it; a text that is here whole is never out of reach. */
function Folded({ text, label, terminal }: PieceProps) {
  const [open, setOpen] = useState(false)
  const lines = text.split('\n')
  const extra = lines.length - transcriptLimits.openLines
  if (open || extra <= 0) return <Piece text={text} label={label} terminal={terminal} />
  const tail = lines.slice(extra).join('\n')
  return (
    <div class="long-text">
      <p class="long-text-cut">
        {t('text.cut_lines', { count: extra })}
        <Button look="bare" onPress={() => setOpen(true)}>
          {t('text.show_all')}
        </Button>
      </p>
      <Piece text={tail} label={label} terminal={terminal} />
    </div>
  )
}

function Piece({ text, label, terminal }: PieceProps) {
  if (terminal) return <TerminalText text={text} label={label} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keys
    // biome-ignore lint/a11y/useSemanticElements: its text is preformatted
    <pre class="terminal" tabIndex={0} role="group" aria-label={label} dir="ltr">
      {showInvisible(text)}
    </pre>
  )
}
