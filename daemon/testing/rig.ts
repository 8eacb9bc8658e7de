/** Drives a real daemon process over its real socket, and ends everything it started. */
import { join } from 'node:path'
import { treaty } from '@elysiajs/eden'
import { suiteMark } from '../../shared/testing/suite-mark.ts'
import type { SessionEvent } from '../../shared/wire/event.ts'
import type { Session } from '../../shared/wire/session.ts'
import type { StreamItem } from '../../shared/wire/stream.ts'
import type { DaemonApp } from '../app.ts'
import type { DaemonLimits } from '../limits.ts'

export interface RigOptions {
  home: string
  limits?: Partial<DaemonLimits>
  /** Added to a small, fixed environment. */
  env?: Record<string, string>
}

export interface Rig {
  pid: number
  url: string
  api: ReturnType<typeof connect>
  /** A plain request over the daemon's socket. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  kill(): Promise<void>
  /** Ends the daemon; `all`: with its runs and its keeper. */
  stop(mode: 'keep' | 'all'): Promise<void>
}

export type StartedRig = { ok: true; rig: Rig } | { ok: false; code: string; message: string }

export const connect = (socket: string) => {
  const fetcher = Object.assign(
    (input: RequestInfo | URL, init?: RequestInit) => fetch(input as string, { ...init, unix: socket }),
    { preconnect: () => undefined },
  )
  return treaty<DaemonApp>('http://machine', { fetcher, parseDate: false })
}

export async function startRig(options: RigOptions): Promise<StartedRig> {
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, 'daemon-main.ts'),
      '--home',
      options.home,
      '--limits',
      JSON.stringify(options.limits ?? {}),
    ],
    {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: options.home,
        LANG: 'C.UTF-8',
        ...suiteMark(),
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const first = await firstLine(child.stdout)
  const said = JSON.parse(first || '{"refused":{"code":"died","message":"it said nothing"}}')
  if (said.refused) {
    await child.exited
    return { ok: false, ...said.refused }
  }
  const socket = join(options.home, 'run', 'daemon.sock')
  const rig: Rig = {
    pid: child.pid,
    url: said.ready.url,
    api: connect(socket),
    fetch: (path, init) => fetch(`http://machine${path}`, { ...init, unix: socket }),
    async kill() {
      child.kill('SIGKILL')
      await child.exited
    },
    async stop(mode) {
      const body = JSON.stringify({ sessions: mode === 'all' })
      const headers = { 'content-type': 'application/json' }
      await rig.fetch('/v1/shutdown', { method: 'POST', headers, body })
      await child.exited
    },
  }
  return { ok: true, rig }
}

/** The rig, or a failed test with the refusal in words. */
export async function mustStart(options: RigOptions): Promise<Rig> {
  const started = await startRig(options)
  if (!started.ok) throw new Error(`${started.code}: ${started.message}`)
  return started.rig
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('\n')) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  reader.releaseLock()
  return text.split('\n')[0] ?? ''
}

/** The data of an Eden answer, or a failed test with the refusal. */
export function data<T>(answer: { data: T | null; error: unknown }): T {
  if (answer.error || answer.data === null) throw new Error(JSON.stringify(answer.error))
  return answer.data
}

/** Every event of a session as it is stored now. */
export async function eventsOf(rig: Rig, session: string): Promise<SessionEvent[]> {
  const events: SessionEvent[] = []
  for await (const item of follow(rig, session, 0)) {
    if (item.type === 'page') events.push(...item.events)
    if (item.type === 'page' && !item.more) break
  }
  return events
}

/** A session's stream from a place in its log; ending the loop ends the request. */
export async function* follow(rig: Rig, session: string, after: number): AsyncGenerator<StreamItem, void> {
  const abort = new AbortController()
  const response = await rig.fetch(`/v1/sessions/${session}/events?after=${after}`, { signal: abort.signal })
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`)
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response.body) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield JSON.parse(block.slice(block.indexOf('data: ') + 6))
    }
  } finally {
    abort.abort()
  }
}

/** Waits for the first event that fits; the events up to it, it included. */
export async function until(
  rig: Rig,
  session: string,
  fits: (event: SessionEvent) => boolean,
  after = 0,
): Promise<SessionEvent[]> {
  const seen: SessionEvent[] = []
  for await (const item of follow(rig, session, after)) {
    const events = item.type === 'page' ? item.events : item.type === 'event' ? [item.event] : []
    for (const event of events) {
      seen.push(event)
      if (fits(event)) return seen
    }
  }
  throw new Error('the stream ended before the event came')
}

/** Waits until a session's snapshot fits. */
export async function untilSession(
  rig: Rig,
  id: string,
  fits: (session: Session) => boolean,
): Promise<Session> {
  for await (const item of follow(rig, id, END_OF_LOG)) {
    if ((item.type === 'hello' || item.type === 'snapshot') && fits(item.snapshot)) return item.snapshot
  }
  throw new Error('the stream ended before the session fitted')
}

/** Past any event: only what is now and what comes. */
const END_OF_LOG = 999_999_999
