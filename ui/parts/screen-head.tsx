import type { ComponentChildren } from 'preact'
import { t } from '../locale/t.ts'
import { IconButton } from './button.tsx'

/** The line above a screen: back where there is one pane, what it is, and how the connection stands. */
export function ScreenHead({
  title,
  onBack,
  children,
}: {
  title: string
  onBack: () => void
  children?: ComponentChildren
}) {
  return (
    <header class="screen-head">
      <span class="screen-back">
        <IconButton icon="back" label={t('part.back')} onPress={onBack} />
      </span>
      <h1>{title}</h1>
      {children}
    </header>
  )
}
