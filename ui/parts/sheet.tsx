import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { IconButton } from './button.tsx'
import { wrapFocus } from './focus-trap.ts'

export interface SheetProps {
  title: string
  onClose: () => void
  /** Where the sheet is one of several steps. */
  onBack?: () => void
  children: ComponentChildren
  foot?: ComponentChildren
}

/**
 * A dialog over the page: at the foot of a phone, in the middle of a desktop. Keeps the focus inside, gives it back to
 * where it was, and closes by Escape, by its backdrop and by its button. Back by the browser is the router's: a sheet
 * that has an address closes by leaving it.
 */
export function Sheet({ title, onClose, onBack, children, foot }: SheetProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    if (!panel.current?.contains(before)) panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    if (event.key !== 'Tab' || !panel.current) return
    const next = wrapFocus(panel.current, document.activeElement, event.shiftKey)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div class="sheet-layer">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a second way out for a pointer; keys have Escape */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div class="sheet-backdrop" onClick={onClose} />
      <div
        ref={panel}
        class="sheet"
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        tabIndex={-1}
        onKeyDown={onKey}
      >
        <header class="sheet-head">
          {onBack && <IconButton icon="back" label={t('part.back')} onPress={onBack} />}
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={t('part.close')} onPress={onClose} />
        </header>
        <div class="sheet-body">{children}</div>
        {foot && <footer class="sheet-foot">{foot}</footer>}
      </div>
    </div>
  )
}
