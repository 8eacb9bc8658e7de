import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** A part of a screen under its own heading. */
export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  const id = useId()
  return (
    <section class="section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
