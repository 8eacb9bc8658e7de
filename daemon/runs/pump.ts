/**
 * From an agent's bytes to transactions. Whole lines are gathered and applied together with the offset they end at;
 * the keeper may forget the bytes only after that committed. Nothing is held here that cannot be read again: a
 * successor starts at the last committed offset and comes to the same state.
 *
 * The first text of a message goes on at once, further text waits up to `coalesceMs` or `coalesceBytes` so that a
 * token stream costs one transaction per screenful, and anything else takes the waiting text along at once.
 */
import type { Clock, Timer } from '../../shared/time.ts'
import { type LineSplitter, lineSplitter } from '../acp/lines.ts'
import { type Message, readMessage } from '../acp/message.ts'
import { textKey } from '../acp/text-key.ts'
import type { DaemonLimits } from '../limits.ts'

export interface ReadLine {
  message: Message
  /** The offset just after the line. */
  end: number
}

export interface Pump {
  /** Output from `offset` on; bytes before what was already seen are skipped. */
  output(offset: number, bytes: Uint8Array): void
  /** Applies what waits. */
  flush(): void
  stop(): void
}

export interface PumpDeps {
  clock: Clock
  limits: Pick<DaemonLimits, 'agentLineBytes' | 'coalesceMs' | 'coalesceBytes'>
  /** One transaction: `readTo` is the offset after the last of the lines. */
  apply(lines: ReadLine[], readTo: number): void
  /** A line over the bound: the agent is broken. */
  overflow(): void
  /** Output after that, which nobody will read. */
  discard(to: number): void
}

export function createPump(deps: PumpDeps, readTo: number): Pump {
  const splitter: LineSplitter = lineSplitter(readTo, deps.limits.agentLineBytes)
  let seen = readTo
  let waiting: ReadLine[] = []
  let waitingBytes = 0
  let lastKey: string | null = null
  let timer: Timer | null = null
  let stopped = false
  let broken = false

  const flush = (): void => {
    timer?.cancel()
    timer = null
    const lines = waiting
    const last = lines.at(-1)
    if (!last || stopped) return
    waiting = []
    waitingBytes = 0
    deps.apply(lines, last.end)
  }

  /** Says whether the line may wait for more text. */
  const mayWait = (message: Message): boolean => {
    const key = textKey(message)
    const same = key !== null && key === lastKey
    lastKey = key
    return same
  }

  return {
    output(offset, bytes) {
      if (broken) return deps.discard(offset + bytes.length)
      const fresh = bytes.subarray(Math.max(0, seen - offset))
      if (stopped || fresh.length === 0) return
      seen = offset + bytes.length
      let urgent = false
      for (const line of splitter.push(fresh)) {
        if (line.kind === 'overflow') {
          flush()
          broken = true
          return deps.overflow()
        }
        const message = readMessage(line.text)
        waiting.push({ message, end: line.end })
        waitingBytes += line.text.length
        if (!mayWait(message)) urgent = true
      }
      if (waiting.length === 0) return
      if (urgent || waitingBytes >= deps.limits.coalesceBytes) flush()
      else timer ??= deps.clock.after(deps.limits.coalesceMs, flush)
    },
    flush,
    stop() {
      stopped = true
      timer?.cancel()
      timer = null
    },
  }
}
