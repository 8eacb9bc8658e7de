import { ok, type Result } from '../../shared/errors.ts'
import { COMMAND_MEMORY_MS } from '../../shared/limits.ts'
import type { Transactor, Work } from '../db/transact.ts'
import { bodyHash, commandName, keyRefusal, mismatch } from './key.ts'
import type { CommandStore } from './store.ts'

export interface CommandRequest {
  subject: string
  /** What is asked for: method, path with its parameters. */
  route: string
  /** The `Idempotency-Key`; null: the caller takes its chances. */
  key: string | null
  body: unknown
  /** The status of its answer once it is applied. */
  status: number
}

export interface Command<P, T> {
  /** What must be known before the change and cannot be asked inside it. */
  prepare?: () => Promise<Result<P>>
  /** The change. What it answers is stored with it, in the same transaction. */
  apply(work: Work, prepared: P): Result<T>
  /** Watches what follows the change; done anew for a repetition. */
  finish?: (outcome: T) => Promise<T>
}

export interface Commands {
  /** Applies a command once for its key: a repetition gets the first outcome, one still under way is joined. */
  perform<P, T>(request: CommandRequest, command: Command<P, T>): Promise<Result<T>>
}

export function createCommands(deps: { store: CommandStore; transact: Transactor }): Commands {
  const underWay = new Map<string, { hash: string; outcome: Promise<Result<unknown>> }>()

  const known = (request: CommandRequest, hash: string, now: number): Result<unknown> | null => {
    if (request.key === null) return null
    const stored = deps.store.get(request.subject, request.key, request.route)
    if (!stored || stored.at < now - COMMAND_MEMORY_MS) return null
    return stored.bodyHash === hash ? ok(stored.body) : mismatch
  }

  const applyOnce = async <P, T>(
    request: CommandRequest,
    hash: string,
    command: Command<P, T>,
  ): Promise<Result<unknown>> => {
    if (command.prepare) {
      // What was applied is answered, whether or not it still could be.
      const earlier = deps.transact((work) => known(request, hash, work.now))
      if (earlier) return earlier
    }
    const prepared = command.prepare ? await command.prepare() : ok(undefined as P)
    if (!prepared.ok) return prepared
    return deps.transact((work): Result<unknown> => {
      const before = known(request, hash, work.now)
      if (before) return before
      const outcome = command.apply(work, prepared.value)
      if (!outcome.ok || request.key === null) return outcome
      deps.store.forgetBefore(work.now - COMMAND_MEMORY_MS)
      deps.store.insert({
        subject: request.subject,
        key: request.key,
        route: request.route,
        bodyHash: hash,
        at: work.now,
        status: request.status,
        body: outcome.value,
      })
      return outcome
    })
  }

  return {
    async perform<P, T>(request: CommandRequest, command: Command<P, T>): Promise<Result<T>> {
      const refused = request.key === null ? null : keyRefusal(request.key)
      if (refused) return refused
      const hash = bodyHash(request.body)
      const name = commandName(request)
      const joined = request.key === null ? undefined : underWay.get(name)
      if (joined && joined.hash !== hash) return mismatch
      const outcome = joined?.outcome ?? applyOnce(request, hash, command)
      if (request.key !== null && !joined) {
        underWay.set(name, { hash, outcome })
        void outcome.then(
          () => underWay.delete(name),
          () => underWay.delete(name),
        )
      }
      // What was stored under this route and body is what this command stores.
      const result = (await outcome) as Result<T>
      return result.ok && command.finish ? ok(await command.finish(result.value)) : result
    },
  }
}
