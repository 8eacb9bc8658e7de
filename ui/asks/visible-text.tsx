import { useMemo } from 'preact/hooks'
import { visibleParts } from './visible-parts.ts'

/** Text to be judged: wrapped, never cut, left to right in the order of its bytes, with every escape marked as one. */
export function VisibleText({ text }: { text: string }) {
  const parts = useMemo(() => visibleParts(text), [text])
  return (
    <bdo dir="ltr">
      {parts.map((part, place) =>
        part.hidden ? (
          <span key={place} class="escape">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </bdo>
  )
}
