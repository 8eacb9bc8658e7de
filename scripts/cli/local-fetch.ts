/**
 * A `fetch` that reaches the daemon of a home, wherever its run file says it is at that moment: a daemon that was
 * restarted is found again. The Unix socket needs no secret; loopback TCP, where there is no socket file, carries
 * the home's. A mutation gets one idempotency key and is sent again under it when its connection broke, which a
 * daemon answers with the first outcome.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Random, randomText } from '../../shared/ids.ts'
import type { Clock } from '../../shared/time.ts'
import { CliError } from './cli-error.ts'
import { cliLimits } from './limits.ts'
import { pause } from './pause.ts'
import { readRunFile } from './run-file.ts'

export const KEY_CHARS = 26

export interface LocalFetchOptions {
  home: string
  clock: Clock
  random: Random
}

export type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** Rejects with a {@link CliError} `unreachable` when no daemon answers. */
export function localFetch(options: LocalFetchOptions): Fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers)
    const mutates = (init.method ?? 'GET') !== 'GET'
    if (mutates) headers.set('idempotency-key', randomText(options.random, KEY_CHARS))
    const tries = mutates ? cliLimits.commandTries : 1
    for (let left = tries - 1; ; left--) {
      try {
        return await fetchOnce(options.home, input, { ...init, headers })
      } catch (cause) {
        init.signal?.throwIfAborted()
        if (left <= 0 || neverArrived(cause)) throw unreachable(options.home)
        await pause(options.clock, cliLimits.commandRetryMs)
      }
    }
  }
}

const unreachable = (home: string): CliError =>
  new CliError('unreachable', `No daemon answers for ${home}; start one with: fairlead up --home ${home}`)

async function fetchOnce(home: string, input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const run = readRunFile(home)
  if (!run) throw unreachable(home)
  const target = input instanceof Request ? input.url : String(input)
  // A stream may be quiet between two pings; our own watch in follow.ts is stricter than Bun's timeout.
  if (existsSync(run.socket)) return await fetch(target, { ...init, unix: run.socket, timeout: false })
  const url = new URL(target)
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${readFileSync(join(home, 'secret'), 'utf8').trim()}`)
  return await fetch(`${run.daemonUrl}${url.pathname}${url.search}`, { ...init, headers, timeout: false })
}

const CONNECT_FAILURES = new Set([
  'ENOENT',
  'ECONNREFUSED',
  'ConnectionRefused',
  'FailedToOpenSocket',
  'unreachable',
])

/** The connection was never made, so asking again this instant tells nothing new. */
function neverArrived(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && CONNECT_FAILURES.has(String(cause.code))
}
