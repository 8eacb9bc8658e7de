import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { classes } from '../parts/classes.ts'
import { Icon } from '../parts/icon.tsx'

export interface FoldProps {
  summary: ComponentChildren
  name?: string
  open?: boolean
  /** Drawn only while open, so that a folded row weighs nothing. */
  children: () => ComponentChildren
}

/** One line that opens on a tap and never by itself. */
export function Fold({ summary, name, open: first = false, children }: FoldProps) {
  const [open, setOpen] = useState(first)
  return (
    <details
      class={classes('fold', name)}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary class="fold-line">
        <span class="fold-turn">
          <Icon name="chevron" />
        </span>
        {summary}
      </summary>
      {open && <div class="fold-inside">{children()}</div>}
    </details>
  )
}
