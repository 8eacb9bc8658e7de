import { useMemo } from 'preact/hooks'
import { classes } from '../parts/classes.ts'
import { type TerminalSpan, terminalSpans } from './ansi.ts'

/** What a command printed: its colours, and none of its cursor movements. */
export function TerminalText({ text, label }: { text: string; label: string }) {
  const spans = useMemo(() => terminalSpans(text), [text])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keys
    // biome-ignore lint/a11y/useSemanticElements: its text is preformatted
    <pre class="terminal" tabIndex={0} role="group" aria-label={label} dir="ltr">
      {spans.map((span, place) => {
        const name = spanClass(span)
        return name === '' ? (
          span.text
        ) : (
          <span key={place} class={name}>
            {span.text}
          </span>
        )
      })}
    </pre>
  )
}

const spanClass = (span: TerminalSpan): string =>
  classes(
    span.colour !== null && `ansi-${span.colour}`,
    span.bold && 'ansi-bold',
    span.faint && 'ansi-faint',
    span.italic && 'ansi-italic',
    span.underline && 'ansi-underline',
    span.inverse && 'ansi-inverse',
  )
