import type { Signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../locale/t.ts'

/** Opens the filter, or goes to it where it is open. */
export function openFilter(filter: Signal<string | null>): void {
  if (filter.value === null) filter.value = ''
  else document.querySelector<HTMLElement>('.home-filter')?.focus()
}

/** Narrows the list by its words. Escape takes it away again, and so does leaving it empty. */
export function FilterField({ filter }: { filter: Signal<string | null> }) {
  const field = useRef<HTMLInputElement>(null)
  const { value } = filter
  const isOpen = value !== null
  useLayoutEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  if (value === null) return null
  return (
    <input
      ref={field}
      class="input home-filter"
      type="search"
      placeholder={t('home.filter')}
      aria-label={t('home.filter')}
      autocomplete="off"
      value={value}
      onInput={(event) => {
        filter.value = event.currentTarget.value
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') filter.value = null
      }}
      onBlur={() => {
        if (filter.value === '') filter.value = null
      }}
    />
  )
}
