import { useEffect, useState } from 'preact/hooks'
import type { Result } from '../../shared/errors.ts'
import { usePage } from '../page.ts'

export interface Followed<T> {
  /** Null: nothing was heard yet. A value that was had stays over a later refusal. */
  now: Result<T> | null
  /** What another request answered; it is followed from there. */
  take(value: T): void
}

/** Reads when it is drawn, and again `everyMs` after each answer, until `isOver` says that nothing more comes. */
export function useFollowed<T>(
  read: () => Promise<Result<T>>,
  { everyMs, isOver, when }: { everyMs: number; isOver: (value: T) => boolean; when: readonly unknown[] },
): Followed<T> {
  const { clock } = usePage()
  const [now, setNow] = useState<Result<T> | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let wanted = true
    let cancel = (): void => {}
    const look = async (): Promise<void> => {
      const answer = await read()
      if (!wanted) return
      setNow((before) => (answer.ok || !before?.ok ? answer : before))
      if (answer.ok && isOver(answer.value)) return
      const timer = clock.after(everyMs, () => void look())
      cancel = () => timer.cancel()
    }
    void look()
    return () => {
      wanted = false
      cancel()
    }
  }, [...when, round])
  return {
    now,
    take(value) {
      setNow({ ok: true, value })
      setRound((before) => before + 1)
    },
  }
}
