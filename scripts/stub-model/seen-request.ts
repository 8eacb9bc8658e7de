/** What the stub remembers of a request, for a test to look at. */
import { fullName } from './model-tool.ts'
import type { Reply } from './reply.ts'
import type { Api, Turn } from './turn.ts'

export interface SeenRequest {
  /** Counts from 1 in the order in which requests came. */
  readonly number: number
  readonly api: Api
  readonly model: string
  /** What it was signed with; null: nothing. */
  readonly key: string | null
  /** Names of the tools offered; `GROUP/NAME` where the API groups them. */
  readonly tools: readonly string[]
  /** The user's last words, free of what the agent put around them. */
  readonly user: string
  /** How many tool results came since those words. */
  readonly results: number
  /** A title, a summary or the like, which no directive touches. */
  readonly housekeeping: boolean
  /** The directives that are carried out in this reply, or what else was done, for people to read. */
  readonly decided: string
  readonly ended: Ended
}

/** `client_gone`: the agent closed the connection first. `dropped`: the stub did, by directive or being stopped. */
export type Ended = 'open' | 'done' | 'client_gone' | 'dropped'

export const seenOf = (number: number, turn: Turn, reply: Reply, key: string | null): SeenRequest => ({
  number,
  api: turn.api,
  model: turn.model,
  key,
  tools: turn.tools.map(fullName),
  user: turn.words,
  results: turn.results.length,
  housekeeping: reply.housekeeping,
  decided: reply.decided,
  ended: 'open',
})

export interface Ledger {
  all(): readonly SeenRequest[]
  add(turn: Turn, reply: Reply, key: string | null): SeenRequest
  end(number: number, ended: Ended): void
}

export function openLedger(told: {
  onRequest?: ((seen: SeenRequest) => void) | undefined
  onEnd?: ((seen: SeenRequest) => void) | undefined
}): Ledger {
  const seen = new Map<number, SeenRequest>()
  return {
    all: () => [...seen.values()],
    add(turn, reply, key) {
      const request = seenOf(seen.size + 1, turn, reply, key)
      seen.set(request.number, request)
      told.onRequest?.(request)
      return request
    },
    end(number, ended) {
      const request = seen.get(number)
      if (request?.ended !== 'open') return
      const closed = { ...request, ended }
      seen.set(number, closed)
      told.onEnd?.(closed)
    },
  }
}
