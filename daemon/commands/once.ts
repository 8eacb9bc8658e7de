/**
 * Commands whose effect is not in the database: a program that was started, words that were typed into one. They are
 * applied once for their key for as long as this process lives, and what they act on lives no longer either.
 */
import type { Result } from '../../shared/errors.ts'
import { COMMAND_MEMORY_MS } from '../../shared/limits.ts'
import type { Clock } from '../../shared/time.ts'
import type { CommandRequest } from './commands.ts'
import { bodyHash, commandName, keyRefusal, mismatch } from './key.ts'

/** Does it, or answers what it came to before; one still under way is joined. A refusal is not remembered. */
export type Once = <T>(
  request: CommandRequest,
  act: () => Promise<Result<T>> | Result<T>,
) => Promise<Result<T>>

interface Done {
  hash: string
  at: number
  outcome: Promise<Result<unknown>>
}

/** `most`: outcomes remembered; past it the oldest is forgotten. */
export function createOnce(deps: { clock: Clock; most: number }): Once {
  const done = new Map<string, Done>()
  const forget = (name: string, outcome: Done['outcome']): void => {
    if (done.get(name)?.outcome === outcome) done.delete(name)
  }
  return async <T>(
    request: CommandRequest,
    act: () => Promise<Result<T>> | Result<T>,
  ): Promise<Result<T>> => {
    const { key } = request
    if (key === null) return act()
    const refused = keyRefusal(key)
    if (refused) return refused
    const hash = bodyHash(request.body)
    const name = commandName(request)
    const before = done.get(name)
    if (before && before.at > deps.clock.now() - COMMAND_MEMORY_MS) {
      // What was done under this route and body is what this command does.
      return before.hash === hash ? ((await before.outcome) as Result<T>) : mismatch
    }
    const outcome = (async () => act())()
    done.delete(name)
    done.set(name, { hash, at: deps.clock.now(), outcome })
    const [oldest] = done.keys()
    if (done.size > deps.most && oldest !== undefined) done.delete(oldest)
    void outcome.then(
      (result) => result.ok || forget(name, outcome),
      () => forget(name, outcome),
    )
    return outcome
  }
}
