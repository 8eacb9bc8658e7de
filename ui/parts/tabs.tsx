import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export interface Tab {
  id: string
  label: string
  /** Beside the label: how many. */
  count?: number
}

export interface TabsProps {
  label: string
  tabs: readonly Tab[]
  current: string
  onChange: (id: string) => void
  children: ComponentChildren
}

/** One panel of several. Left and right change it, as the pattern of tabs has it. */
export function Tabs({ label, tabs, current, onChange, children }: TabsProps) {
  const id = useId()
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const at = tabs.findIndex((tab) => tab.id === current)
    const next = tabs.at((at + step + tabs.length) % tabs.length)
    if (step === 0 || !next) return
    event.preventDefault()
    onChange(next.id)
    document.getElementById(`${id}-${next.id}`)?.focus()
  }
  return (
    <div class="tabs">
      <div class="tab-strip" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={onKey}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            class="tab"
            aria-selected={tab.id === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span class="tab-count">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`} class="tab-panel">
        {children}
      </div>
    </div>
  )
}
