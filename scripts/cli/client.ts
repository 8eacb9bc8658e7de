/** The typed clients of a machine's daemon and of an authority: the only place that knows the apps' types. */
import { treaty } from '@elysiajs/eden'
import type { DaemonApp } from '../../daemon/app.ts'
import type { AuthorityApp } from '../../server/app.ts'
import { Value } from '../../shared/typebox.ts'
import { ErrorEnvelope } from '../../shared/wire/envelope.ts'
import { CliError, usageError } from './cli-error.ts'
import { cliLimits } from './limits.ts'
import type { Fetch } from './local-fetch.ts'

// Elysia finds the path from the eleventh character of a URL on, so the host has at least four letters.
const BASE = 'http://machine'

export type Daemon = ReturnType<typeof connectDaemon>

export function connectDaemon(fetch: Fetch) {
  const fetcher = Object.assign(fetch, { preconnect: () => {} })
  return treaty<DaemonApp>(BASE, { fetcher, parseDate: false })
}

export type Authority = ReturnType<typeof connectAuthority>

/** `token` null: nobody is signed in yet. */
export function connectAuthority({ origin, token }: { origin: string; token: string | null }) {
  const fetcher = Object.assign(authorityFetch(origin), { preconnect: () => {} })
  const headers = {
    'x-fairlead-client': 'cli',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  return treaty<AuthorityApp>(origin, { fetcher, headers, parseDate: false })
}

/** A redirect is not followed: it would take a password or a token somewhere else. */
const authorityFetch =
  (origin: string): Fetch =>
  async (input, init) => {
    try {
      return await fetch(input, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(cliLimits.authorityMs),
      })
    } catch (cause) {
      // Whatever the network did: there is no answer.
      const said = cause instanceof Error ? ` (${cause.message})` : ''
      throw new CliError('unreachable', `The authority at ${origin} does not answer${said}.`)
    }
  }

export type Answer<T> = { data: T; error: null } | { data: null; error: { status: unknown; value: unknown } }

/** The data of an answer. Throws a {@link CliError} by the refusal's code; a fetch that failed arrives as 503. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<NonNullable<T>> {
  const { data, error } = await call
  if (error) throw errorOf(error.value)
  if (data === null || data === undefined) throw new CliError('internal', 'The daemon answered with nothing.')
  return data
}

export function errorOf(value: unknown): Error {
  if (Value.Check(ErrorEnvelope, value)) {
    const { code, message, detail } = value.error
    return new CliError(code, message, { detail })
  }
  if (value instanceof Error) return value
  return new CliError('internal', 'The daemon answered in a way this version does not know.')
}

/** Eden puts a path parameter into the URL as it is; this makes it one segment. Empty and dots name nothing. */
export function segment(name: string | undefined): string {
  if (!name || name === '.' || name === '..') throw usageError('a session, ask or control needs a name')
  return encodeURIComponent(name)
}

export type ReadBlob = (session: string, blob: string) => Promise<string>

/** Reads a blob past Eden, which would make a number of the text `12` and an object of text that is JSON. */
export function blobReader(fetch: Fetch): ReadBlob {
  return async (session, blob) => {
    const answer = await fetch(`${BASE}/v1/sessions/${segment(session)}/blobs/${segment(blob)}`)
    if (answer.ok) return await answer.text()
    throw errorOf(await answer.json())
  }
}

export type ReadExport = (session: string, format: string) => Promise<AsyncIterable<Uint8Array>>

/** Reads an export past Eden, which would hold all of it. */
export function exportReader(fetch: Fetch): ReadExport {
  return async (session, format) => {
    const answer = await fetch(`${BASE}/v1/sessions/${segment(session)}/export?format=${format}`)
    if (answer.ok && answer.body) return answer.body
    throw errorOf(await answer.json())
  }
}
