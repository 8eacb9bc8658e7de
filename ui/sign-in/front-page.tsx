import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Mark } from '../parts/mark.tsx'

export interface FrontPageProps {
  title: string
  /** It came in place of another one that a button was pressed on: the focus goes to its title, which is read out. */
  told?: boolean
  children: ComponentChildren
}

/** A page with one thing to do on it, before there is a list of anything. */
export function FrontPage({ title, told, children }: FrontPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (told) heading.current?.focus()
  }, [])
  return (
    <main class="front">
      <Mark size={40} />
      <h1 ref={heading} tabIndex={told ? -1 : undefined}>
        {title}
      </h1>
      {children}
    </main>
  )
}
