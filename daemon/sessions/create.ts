import { ok, type Result, refuse } from '../../shared/errors.ts'
import { newSessionId, randomText } from '../../shared/ids.ts'
import { pickNickname } from '../../shared/nicknames.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { NewSession } from '../../shared/wire/session.ts'
import type { Work } from '../db/transact.ts'
import { beginRun } from './begin-run.ts'
import { checkRoom, makeRoom } from './ceiling.ts'
import type { Core } from './core.ts'
import { checkBurst } from './create-burst.ts'
import { checkMcpServers } from './mcp-servers.ts'
import { acceptPrompt, checkText } from './prompt.ts'

const SALT_CHARS = 6

/** Whether one more session may be made now; asked before anything is looked for on disk, and again when it is made. */
export function checkCreate(core: Core, now: number): Result<{ fullAt: number }> {
  const room = checkRoom(core, now)
  return room.ok ? checkBurst(core, now) : room
}

/**
 * A new session: its row, its first message if it has one, and its agent's first run, in one change. `adopts`: the
 * conversation that it takes over, by the agent's id.
 */
export function createSession(
  core: Core,
  work: Work,
  wanted: NewSession,
  adopts: string | null = null,
): Result<{ id: string }> {
  if (wanted.text !== undefined) {
    const text = checkText(wanted.text)
    if (!text.ok) return text
  }
  const mcpServers = checkMcpServers(wanted.mcpServers ?? [])
  if (!mcpServers.ok) return mcpServers
  const taken = core.sessions.nicknames()
  if (wanted.nickname !== undefined && taken.has(wanted.nickname)) {
    return refuse('nickname_taken', `there is a session called ${wanted.nickname} already`)
  }
  const burst = checkCreate(core, work.now)
  if (!burst.ok) return burst
  core.budget.setFullAt(burst.value.fullAt)
  makeRoom(core, work)
  const nickname = wanted.nickname ?? pickNickname(taken, core.random)
  const title = cleanLabel(wanted.title ?? '')
  const id = newSessionId(core.random)
  core.sessions.insert({
    id,
    nickname,
    title: title || nickname,
    titleBy: title ? 'person' : 'nickname',
    agent: wanted.agent,
    cwd: wanted.cwd,
    askSalt: randomText(core.random, SALT_CHARS),
    mcpServers: mcpServers.value,
    now: work.now,
  })
  if (adopts !== null) core.adoptions.insert({ session: id, conversation: adopts, at: work.now })
  // From here on it is as if it had been chosen in an earlier life of the agent.
  const chosen = wanted.controls ?? []
  core.sessions.setChosen(id, Object.fromEntries(chosen.map((one) => [one.id, one.value])))
  if (wanted.preset !== undefined) core.presets.sessions.insert(id, wanted.preset)
  const session = core.sessions.get(id)
  if (!session) throw new RangeError(`session ${id} was not stored`)
  beginRun(core, work, session)
  const running = core.sessions.get(id)
  if (running && wanted.text !== undefined) {
    const accepted = acceptPrompt(core, work, running, wanted.text)
    if (!accepted.ok) return accepted
  }
  work.touch(id)
  return ok({ id })
}
