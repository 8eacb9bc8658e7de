import type { ComponentChildren } from 'preact'
import { showInvisible } from '../../shared/untrusted.ts'
import { type LongText, shortOf } from '../../shared/wire/text.ts'
import { t } from '../locale/t.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Fold } from './fold.tsx'

/** A fact about the session, muted, between what was said. */
export function Note({ icon, children }: { icon?: IconName; children: ComponentChildren }) {
  return (
    <p class="note" dir="auto">
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </p>
  )
}

/** An update nobody maps yet: never dropped, never loud. */
export function RawRow({ method, params }: { method: string; params: LongText }) {
  return (
    <Fold name="raw" summary={<span class="note">{`${t('note.raw')}: ${showInvisible(method)}`}</span>}>
      {() => <pre class="terminal">{showInvisible(shortOf(params))}</pre>}
    </Fold>
  )
}
