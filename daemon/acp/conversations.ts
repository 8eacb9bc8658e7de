/**
 * The answer to `session/list`: an agent's own conversations, newest first, `{sessionId, cwd, title, updatedAt}` each
 * (`updatedAt` in ISO 8601), and `nextCursor` where there are more. A row without an id that can be used is left out, and so
 * is one in which nobody said anything, where its agent lets us know.
 */
import { isAbsolute } from 'node:path'
import { cleanLabel } from '../../shared/untrusted.ts'
import { daemonLimits } from '../limits.ts'
import { at, type Fields, isFields, listOf, numberOf, textOf, wordsOf } from './json.ts'
import type { Vendor } from './vendor.ts'

export interface NativeConversation {
  id: string
  title: string | null
  cwd: string | null
  updatedAt: number | null
}

export interface NativePage {
  conversations: NativeConversation[]
  /** The agent's own word for its next page. */
  cursor: string | null
}

export function readConversations(vendor: Vendor, result: unknown): NativePage {
  const cursor = wordsOf(at(result, 'nextCursor')) ?? null
  return {
    conversations: listOf(at(result, 'sessions')).flatMap((listed) =>
      isFields(listed) && vendor.isUnused?.(listed) !== true ? conversationOf(listed) : [],
    ),
    cursor: cursor !== null && cursor.length <= daemonLimits.conversationCursorChars ? cursor : null,
  }
}

/** Whether it can be a conversation's id: it is sent back verbatim and shown, so nothing in it is invisible. */
export const isConversationId = (id: string): boolean =>
  id !== '' &&
  id.length <= daemonLimits.conversationIdChars &&
  id === cleanLabel(id, Number.POSITIVE_INFINITY)

function conversationOf(listed: Fields): NativeConversation[] {
  const id = textOf(listed.sessionId)
  if (id === undefined || !isConversationId(id)) return []
  const title = cleanLabel(textOf(listed.title) ?? '')
  return [
    {
      id,
      title: title || null,
      cwd: directoryOf(listed.cwd),
      updatedAt: timeOf(listed.updatedAt),
    },
  ]
}

const PATH_CHARS = 4_096

/** A path is refused when something is wrong with it, never repaired. */
function directoryOf(value: unknown): string | null {
  const path = textOf(value)
  if (path === undefined || path.length > PATH_CHARS || !isAbsolute(path)) return null
  return path === cleanLabel(path, Number.POSITIVE_INFINITY) ? path : null
}

function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : numberOf(value)
  return time !== undefined && Number.isSafeInteger(Math.round(time)) && time >= 0 ? Math.round(time) : null
}
