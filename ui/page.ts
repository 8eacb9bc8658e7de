/** What every screen has at hand: the state of the page, its one clock, and chance. */
import { type ReadonlySignal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Random } from '../shared/ids.ts'
import type { Clock } from '../shared/time.ts'
import { uiLimits } from './limits.ts'
import type { AppState } from './state/app-state.ts'

export interface Page {
  state: AppState
  clock: Clock
  random: Random
  /** Unix milliseconds, for words like “3 min”; all of them turn over together. */
  now: ReadonlySignal<number>
}

const PageContext = createContext<Page | null>(null)
export const PageProvider = PageContext.Provider

export function usePage(): Page {
  const page = useContext(PageContext)
  if (!page) throw new TypeError('a screen is drawn outside of its page')
  return page
}

/** Turns as long as the page is open. */
export function createNow(clock: Clock): ReadonlySignal<number> {
  const now = signal(clock.now())
  const turn = (): void => {
    now.value = clock.now()
    clock.after(uiLimits.nowEveryMs, turn)
  }
  clock.after(uiLimits.nowEveryMs, turn)
  return now
}
