import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { IconButton } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

export interface MenuItem {
  id: string
  label: string
  icon?: IconName
  onSelect: () => void
}

/** A button that opens a list of acts. Arrow keys walk, Escape and a press elsewhere close. */
export function Menu({
  label,
  icon = 'more',
  items,
}: {
  label: string
  icon?: IconName
  items: readonly MenuItem[]
}) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)

  const close = (): void => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  useLayoutEffect(() => {
    if (!open) return
    list.current?.querySelector('button')?.focus()
    const away = (event: PointerEvent): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
  }, [open])

  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      return close()
    }
    if (event.key === 'Tab') return setOpen(false)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || !list.current) return
    event.preventDefault()
    const buttons = [...list.current.querySelectorAll('button')]
    const at = buttons.findIndex((button) => button.matches(':focus'))
    buttons.at((at + step + buttons.length) % buttons.length)?.focus()
  }

  return (
    <div class="menu" ref={root}>
      <IconButton icon={icon} label={label} expanded={open} onPress={() => setOpen(!open)} />
      {open && (
        <div
          ref={list}
          id={id}
          class="menu-list"
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKey}
        >
          {items.map((item) => (
            <button
              key={item.id}
              type="button"
              class="menu-item"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close()
                item.onSelect()
              }}
            >
              {item.icon && <Icon name={item.icon} />}
              <span>{item.label}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
