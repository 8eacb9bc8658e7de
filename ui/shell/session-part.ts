/** The session screen is loaded on use: the list is there before the markdown is. */
import { type ReadonlySignal, signal } from '@preact/signals'
import type { SessionScreen } from '../session/session-screen.tsx'

type Part = { is: 'loading' } | { is: 'failed' } | { is: 'ready'; screen: typeof SessionScreen }

const part = signal<Part | null>(null)
export const sessionPart: ReadonlySignal<Part | null> = part

/** Loads it, or tries again where that failed. */
export function loadSessionPart(): void {
  if (part.peek()?.is === 'loading' || part.peek()?.is === 'ready') return
  part.value = { is: 'loading' }
  import('../session/session-screen.tsx').then(
    ({ SessionScreen }) => {
      part.value = { is: 'ready', screen: SessionScreen }
    },
    // The network, or an authority that serves another build by now: both are said, with what helps.
    () => {
      part.value = { is: 'failed' }
    },
  )
}
