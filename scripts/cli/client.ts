/** The typed client of a machine's daemon: the only place that knows the app's type. */
import { treaty } from '@elysiajs/eden'
import type { DaemonApp } from '../../daemon/app.ts'
import { Value } from '../../shared/typebox.ts'
import { ErrorEnvelope } from '../../shared/wire/envelope.ts'
import { CliError, usageError } from './cli-error.ts'
import { type LocalFetchOptions, localFetch } from './local-fetch.ts'

// Elysia finds the path from the eleventh character of a URL on, so the host has at least four letters.
const BASE = 'http://machine'

export type Daemon = ReturnType<typeof connectDaemon>

export function connectDaemon(options: LocalFetchOptions) {
  const fetcher = Object.assign(localFetch(options), { preconnect: () => {} })
  return treaty<DaemonApp>(BASE, { fetcher, parseDate: false })
}

type Answer<T> = { data: T; error: null } | { data: null; error: { status: unknown; value: unknown } }

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
export function blobReader(options: LocalFetchOptions): ReadBlob {
  const fetch = localFetch(options)
  return async (session, blob) => {
    const answer = await fetch(`${BASE}/v1/sessions/${segment(session)}/blobs/${segment(blob)}`)
    if (answer.ok) return await answer.text()
    throw errorOf(await answer.json())
  }
}
