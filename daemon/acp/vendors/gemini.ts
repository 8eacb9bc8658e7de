/**
 * Gemini CLI, as seen at 0.61. It asks for tool calls it never announced, waits for ever for a permission that a
 * cancel left open, and rewrites a conversation's file when that is opened within its first clock minute.
 */
import { MINUTE_MS } from '../../../shared/time.ts'
import type { Change } from '../change.ts'
import type { Vendor } from './vendor.ts'

export const gemini: Vendor = {
  id: 'gemini',
  openAfterMs: MINUTE_MS,
  replayTrails: true,
  chunk: modeUpdate,
  isScaffold: (text) => text.trimStart().startsWith('<session_context>'),
}

/** A changed mode is told as a chunk of its own, now and then between two chunks of an answer. */
function modeUpdate(text: string): Change[] | null {
  const mode = /^\[MODE_UPDATE\] (\S+)\s*$/.exec(text)?.[1]
  return mode === undefined ? null : [{ kind: 'control', id: 'mode', value: mode }]
}
