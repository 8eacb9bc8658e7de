import { ok, type Result, refuse } from '../../shared/errors.ts'
import { newSessionId, randomText } from '../../shared/ids.ts'
import { pickNickname } from '../../shared/nicknames.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { NewSession } from '../../shared/wire/session.ts'
import type { Work } from '../db/transact.ts'
import { beginRun } from './begin-run.ts'
import type { Core } from './core.ts'
import { acceptPrompt, checkText } from './prompt.ts'

const SALT_CHARS = 6

/** A new session: its row, its first message if it has one, and its agent's first run, in one change. */
export function createSession(core: Core, work: Work, wanted: NewSession): Result<{ id: string }> {
  if (wanted.text !== undefined) {
    const text = checkText(wanted.text)
    if (!text.ok) return text
  }
  const taken = core.sessions.nicknames()
  if (wanted.nickname !== undefined && taken.has(wanted.nickname)) {
    return refuse('nickname_taken', `there is a session called ${wanted.nickname} already`)
  }
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
    now: work.now,
  })
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
