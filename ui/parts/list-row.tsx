import type { ComponentChildren } from 'preact'
import { classes } from './classes.ts'

export interface ListRowProps {
  /** The in-page address it opens. */
  href?: `#${string}`
  onPress?: () => void
  lead?: ComponentChildren
  title: ComponentChildren
  /** Beside the title, quieter. */
  note?: ComponentChildren
  detail?: ComponentChildren
  /** At the end of the first line; its place never moves. */
  meta?: ComponentChildren
  /** The detail is what waits for the person. */
  needsYou?: boolean
  current?: boolean
  /** Beside the row: a menu, which cannot be inside a link. */
  tail?: ComponentChildren
}

/** Two dense lines under one hairline: what it is and where it stands. */
export function ListRow({
  href,
  onPress,
  lead,
  title,
  note,
  detail,
  meta,
  needsYou,
  current,
  tail,
}: ListRowProps) {
  const inside = (
    <>
      <span class="row-lead">{lead}</span>
      <span class="row-title">
        <span class="row-name">{title}</span>
        {note && <span class="row-note">{note}</span>}
      </span>
      <span class="row-meta">{meta}</span>
      {detail && <span class={classes('row-detail', needsYou && 'row-needs')}>{detail}</span>}
    </>
  )
  return (
    <li class={classes('row', current && 'row-current')}>
      <RowPress href={href} onPress={onPress} current={current}>
        {inside}
      </RowPress>
      {tail && <span class="row-tail">{tail}</span>}
    </li>
  )
}

interface RowPressProps {
  href: `#${string}` | undefined
  onPress: (() => void) | undefined
  current: boolean | undefined
  children: ComponentChildren
}

function RowPress({ href, onPress, current, children }: RowPressProps) {
  if (href) {
    return (
      <a class="row-press" href={href} aria-current={current ? 'page' : undefined}>
        {children}
      </a>
    )
  }
  if (!onPress) return <div class="row-press">{children}</div>
  return (
    <button type="button" class="row-press" onClick={onPress}>
      {children}
    </button>
  )
}
