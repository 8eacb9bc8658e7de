import { useEffect, useState } from 'preact/hooks'
import type { AppError, Result } from '../../shared/errors.ts'
import type { PageQuery } from '../../shared/wire/audit.ts'

export interface Page<T> {
  entries: readonly T[]
  /** `before` of the page after it; null at the end. */
  next: number | null
}

export interface Pages<T> {
  /** Null: nothing was read yet. */
  entries: readonly T[] | null
  busy: boolean
  refused: AppError | null
  hasMore: boolean
  /** The page after the last one, or the first one again after it was refused. */
  more(): void
}

/** A list that is read page by page, the newest first. `read` is asked when it is drawn first. */
export function usePages<T>(read: (query: PageQuery) => Promise<Result<Page<T>>>): Pages<T> {
  const [got, setGot] = useState<Page<T> | null>(null)
  const [busy, setBusy] = useState(true)
  const [refused, setRefused] = useState<AppError | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let wanted = true
    const before = got?.next
    void read(before == null ? {} : { before: String(before) }).then((answer) => {
      if (!wanted) return
      setBusy(false)
      setRefused(answer.ok ? null : answer.error)
      if (answer.ok) {
        const { entries, next } = answer.value
        setGot((had) => ({ entries: [...(had?.entries ?? []), ...entries], next }))
      }
    })
    return () => {
      wanted = false
    }
  }, [round])
  return {
    entries: got?.entries ?? null,
    busy,
    refused,
    hasMore: got !== null && got.next !== null,
    more() {
      if (busy) return
      setBusy(true)
      setRound(round + 1)
    },
  }
}
