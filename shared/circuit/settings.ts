/** SETTINGS: what a side is ready to hold. Fields are only ever added. */
import { utf8 } from '../bytes.ts'
import {
  CIRCUIT_FIRST_WINDOW_BYTES,
  CIRCUIT_STREAM_WINDOW_BYTES,
  CIRCUIT_STREAM_WINDOW_MOST_BYTES,
  CIRCUIT_STREAMS,
  CIRCUIT_WINDOW_BYTES,
  CIRCUIT_WINDOW_MOST_BYTES,
} from '../limits.ts'
import { CIRCUIT_VERSION } from './frame.ts'
import { parseObject } from './reason.ts'

export interface Settings {
  /** The newest version that the sender speaks; the lower of both is spoken. */
  v: number
  /** Unread bytes that the sender holds for one stream, at the start. */
  streamWindow: number
  /** Unread bytes that the sender holds in all, at the start. */
  circuitWindow: number
  /** Streams that the sender serves at once. */
  streams: number
}

export const ourSettings: Settings = {
  v: CIRCUIT_VERSION,
  streamWindow: CIRCUIT_STREAM_WINDOW_BYTES,
  circuitWindow: CIRCUIT_WINDOW_BYTES,
  streams: CIRCUIT_STREAMS,
}

export const encodeSettings = (settings: Settings): Uint8Array => utf8(JSON.stringify(settings))

/** Null when it is none, or says what nobody can keep. */
export function parseSettings(payload: Uint8Array): Settings | null {
  const value = parseObject(payload)
  if (value === null) return null
  const v = wholeOf(value, 'v', 1, 0xffff)
  const streamWindow = wholeOf(
    value,
    'streamWindow',
    CIRCUIT_FIRST_WINDOW_BYTES,
    CIRCUIT_STREAM_WINDOW_MOST_BYTES,
  )
  const circuitWindow = wholeOf(value, 'circuitWindow', CIRCUIT_FIRST_WINDOW_BYTES, CIRCUIT_WINDOW_MOST_BYTES)
  const streams = wholeOf(value, 'streams', 1, CIRCUIT_STREAMS)
  if (v === null || streamWindow === null || circuitWindow === null || streams === null) return null
  return { v, streamWindow, circuitWindow, streams }
}

function wholeOf(from: object, name: string, least: number, most: number): number | null {
  const value: unknown = Reflect.get(from, name)
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
    ? value
    : null
}
