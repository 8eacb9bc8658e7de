import { useEffect, useState } from 'preact/hooks'
import { AppError } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { MachineLink } from '../state/machine.ts'
import { readWholeAsk, type WholeAsk } from './read-ask.ts'

export type AskRead = { is: 'reading' } | ({ is: 'whole' } & WholeAsk) | { is: 'refused'; error: AppError }

const READING: AskRead = { is: 'reading' }

/** The ask with this id, read when its card opens and again with each new `attempt`. */
export function useWholeAsk(
  machine: MachineLink,
  session: string,
  ask: string,
  attempt: number,
  clock: Clock,
): AskRead {
  const [read, setRead] = useState<AskRead>(READING)
  useEffect(() => {
    const leave = new AbortController()
    setRead(READING)
    void readWholeAsk(machine, session, ask, clock, leave.signal).then((result) => {
      if (result === null || leave.signal.aborted) return
      setRead(result instanceof AppError ? { is: 'refused', error: result } : { is: 'whole', ...result })
    })
    return () => leave.abort()
  }, [machine, session, ask, attempt, clock])
  return read
}
