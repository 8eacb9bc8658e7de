import { useLayoutEffect, useRef } from 'preact/hooks'

/** What a program wrote, in its own face, at its end. */
export function ProgramOutput({ label, text }: { label: string; text: string }) {
  const box = useRef<HTMLPreElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [text])
  if (text.trim() === '') return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must get there
    <pre ref={box} class="program-output" role="log" aria-label={label} tabIndex={0}>
      {text}
    </pre>
  )
}
