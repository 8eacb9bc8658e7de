/** How one API writes a reply. */
import type { Call } from './model-tool.ts'
import type { Stop, Usage } from './reply.ts'

/** Each of `begin` to `end` gives what a stream sends for it; all together are remembered for `whole`. */
export interface ReplyWriter {
  begin(): string
  text(text: string): string
  think(text: string): string
  /** `id` is without the API's prefix. */
  call(id: string, call: Call): string
  end(stop: Stop): string
  /** The answer to a request that asked for no stream, after all steps were written. */
  whole(stop: Stop): unknown
}

export interface ReplyHead {
  /** Names this reply among all of the process. */
  id: string
  model: string
  usage: Usage
}

/** Stands where a service puts a signature or ciphertext that only it can read: "stub" in base64. */
export const SEALED = 'c3R1Yg=='

/** When every answer of the stub was made, in seconds: nothing of it depends on the clock. */
export const CREATED = 1_700_000_000

/** The input of a call, for an API without tools that take text. */
export const inputOf = (call: Call): Record<string, unknown> =>
  call.form === 'custom' ? { input: call.input } : call.input
