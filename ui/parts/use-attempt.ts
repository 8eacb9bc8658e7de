import { useState } from 'preact/hooks'
import type { AppError, Result } from '../../shared/errors.ts'

export interface Attempt {
  busy: boolean
  /** Why the last one was refused; null: it was not, or another one is under way. */
  refused: AppError | null
  /** One at a time. True: it went well. */
  run(act: () => Promise<Result<unknown>>): Promise<boolean>
}

/** An act that a person waits for, and what it was refused with. */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<AppError | null>(null)
  return {
    busy,
    refused,
    async run(act) {
      if (busy) return false
      setBusy(true)
      setRefused(null)
      const done = await act()
      setBusy(false)
      if (!done.ok) setRefused(done.error)
      return done.ok
    },
  }
}
