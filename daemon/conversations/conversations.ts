/** An agent's own conversations, those begun in a terminal included, and which of them sessions here have. */
import { ok, type Result } from '../../shared/errors.ts'
import type { Conversation, ConversationPage } from '../../shared/wire/conversation.ts'
import { readCapabilities } from '../acp/capabilities.ts'
import { type NativePage, readConversations } from '../acp/conversations.ts'
import { METHOD_NOT_FOUND } from '../acp/message.ts'
import { acpMethods, listParams } from '../acp/requests.ts'
import { vendorOf } from '../acp/vendor.ts'
import { type ForAMoment, refusalOf } from '../agents/moment.ts'
import { isEmptyConversation } from '../sessions/conversation.ts'
import type { Core } from '../sessions/core.ts'
import type { SessionRow } from '../sessions/session-row.ts'
import { type Place, placeText } from './place.ts'

export interface Conversations {
  /** `cwd` null: of every directory. */
  list(agent: string, cwd: string | null, place: Place): Promise<Result<ConversationPage>>
}

export function createConversations(deps: { core: Core; forAMoment: ForAMoment }): Conversations {
  return {
    async list(agent, cwd, place) {
      const asked = await askAgent(deps.forAMoment, agent, cwd, place.cursor)
      return asked.ok ? ok(pageOf(deps.core, agent, cwd, place, asked.value)) : asked
    },
  }
}

/** Null: it does not list them. */
function askAgent(
  forAMoment: ForAMoment,
  agent: string,
  cwd: string | null,
  cursor: string | null,
): Promise<Result<NativePage | null>> {
  return forAMoment(agent, cwd, async ({ initialized, request }) => {
    if (!readCapabilities(initialized).list) return ok(null)
    const listed = await request(acpMethods.list, listParams(cwd, cursor))
    if (listed.ok) return ok(readConversations(vendorOf(agent), listed.result))
    return listed.error.code === METHOD_NOT_FOUND ? ok(null) : { ok: false, error: refusalOf(listed) }
  })
}

function pageOf(
  core: Core,
  agent: string,
  cwd: string | null,
  place: Place,
  native: NativePage | null,
): ConversationPage {
  const holders = holdersOf(core, agent)
  const all = native?.conversations ?? []
  const end = place.skip + core.limits.conversationPage
  const shown = all.slice(place.skip, end)
  const isFirst = place.cursor === null && place.skip === 0
  const listed = shown.flatMap(({ id, title, ...facts }): Conversation[] => {
    const session = holders.get(id)
    if (!session) return [{ id, title, ...facts }]
    // The first page had it, wherever the agent lists it.
    const hadIt = !isFirst && session.run !== null
    if (hadIt || isEmptyConversation(core, session.id)) return []
    return [{ id, ...facts, ...heldBy(session), title: title ?? session.title }]
  })
  const ids = new Set(shown.map(({ id }) => id))
  const missing = isFirst ? [...holders].filter(([id]) => !ids.has(id)) : []
  const rest = all.length > end ? { cursor: place.cursor, skip: end } : null
  const next = rest ?? (native?.cursor ? { cursor: native.cursor, skip: 0 } : null)
  return {
    agent,
    lists: native !== null,
    conversations: [...missing.flatMap(([id, session]) => liveOne(core, cwd, id, session)), ...listed],
    next: next && placeText(next),
  }
}

function holdersOf(core: Core, agent: string): Map<string, SessionRow> {
  const rows = core.adoptions.held(agent).flatMap(({ session, conversation }) => {
    const row = core.sessions.get(session)
    return row ? [[conversation, row] as const] : []
  })
  return new Map(rows)
}

const heldBy = (session: SessionRow) => ({ sessionId: session.id, open: session.run !== null })

/** The agent has not stored it yet, or does not list. One in which nothing was said is not there yet. */
function liveOne(core: Core, cwd: string | null, id: string, session: SessionRow): Conversation[] {
  if (session.run === null || isEmptyConversation(core, session.id)) return []
  if (cwd !== null && session.cwd !== cwd) return []
  const { title, updatedAt } = session
  return [{ id, title, cwd: session.cwd, updatedAt, ...heldBy(session) }]
}
