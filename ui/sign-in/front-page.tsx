import type { ComponentChildren } from 'preact'
import { Mark } from '../parts/mark.tsx'

/** A page with one thing to do on it, before there is a list of anything. */
export function FrontPage({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <main class="front">
      <Mark size={40} />
      <h1>{title}</h1>
      {children}
    </main>
  )
}
