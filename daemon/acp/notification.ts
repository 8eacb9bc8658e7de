/** What an agent's notification means: the protocol's two, and the extensions that were seen on the wire. */
import type { Change, JsonRpcId } from './change.ts'
import { at, jsonText, textOf } from './json.ts'
import { translateUpdate } from './translate.ts'
import type { Vendor } from './vendor.ts'

export type NotificationRead =
  /** The agent takes a request of its own back: the ask behind it is withdrawn. */
  | { kind: 'cancel_request'; id: JsonRpcId }
  /** The agent says that whatever it asked about this tool call is settled: open asks of it are withdrawn. */
  | { kind: 'settled'; call: string }
  | { kind: 'changes'; changes: Change[] }
  /** Nobody maps it yet; `changes` is the one raw event that keeps it. */
  | { kind: 'raw'; changes: Change[] }

export function readNotification(vendor: Vendor, method: string, params: unknown): NotificationRead {
  switch (method) {
    case 'session/update':
      return { kind: 'changes', changes: translateUpdate(vendor, at(params, 'update')) }
    case '$/cancel_request': {
      const id = at(params, 'requestId')
      if (typeof id === 'string' || typeof id === 'number' || id === null)
        return { kind: 'cancel_request', id }
      return raw(method, params)
    }
    case '_auth/status_update':
      // Which account the agent runs on is asked of its program, and is no part of a conversation.
      return { kind: 'changes', changes: [] }
    default: {
      const call = vendor.settled?.(method, params) ?? null
      if (call !== null) return { kind: 'settled', call }
      const changes = vendor.notification?.(method, params) ?? null
      return changes === null ? raw(method, params) : { kind: 'changes', changes }
    }
  }
}

/** The conversation a message is about; null where it names none. Some agents send updates of others. */
export const conversationOf = (params: unknown): string | null => textOf(at(params, 'sessionId')) ?? null

/** What nobody maps, whole. */
export const rawChange = (method: string, params: unknown): Change[] => [
  { kind: 'event', event: { type: 'raw', method, params: jsonText(params) } },
]

const raw = (method: string, params: unknown): NotificationRead => ({
  kind: 'raw',
  changes: rawChange(method, params),
})
