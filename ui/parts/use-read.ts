import { useEffect, useState } from 'preact/hooks'
import type { ErrorCode, Result } from '../../shared/errors.ts'

export type Read<T> = ({ is: 'loading' } | { is: 'failed'; code: ErrorCode } | { is: 'ready'; value: T }) & {
  /** Reads once more; what is shown stays meanwhile. */
  again(): void
}

/** Reads when it is drawn, and whenever one of `when` changes. A value that was had is not lost to a later refusal. */
export function useRead<T>(read: () => Promise<Result<T>>, when: readonly unknown[]): Read<T> {
  const [got, setGot] = useState<Result<T> | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let wanted = true
    void read().then((answer) => {
      if (wanted) setGot((before) => (answer.ok || !before?.ok ? answer : before))
    })
    return () => {
      wanted = false
    }
  }, [...when, round])
  const again = (): void => setRound((before) => before + 1)
  if (!got) return { is: 'loading', again }
  return got.ok ? { is: 'ready', value: got.value, again } : { is: 'failed', code: got.error.code, again }
}
