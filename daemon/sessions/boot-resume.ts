import type { AppError } from '../../shared/errors.ts'
import type { Random } from '../../shared/ids.ts'
import type { Clock } from '../../shared/time.ts'
import type { Agents } from '../agents/agents.ts'
import type { Hub } from '../events/hub.ts'
import type { DaemonLimits } from '../limits.ts'
import { checkDirectory } from '../workspaces/directory.ts'
import type { Core } from './core.ts'
import { isResting } from './rest.ts'
import type { SessionRow } from './session-row.ts'
import { returnsAtBoot } from './status.ts'
import { wake } from './wake.ts'
import { watchSession } from './watch.ts'

export interface BootResumeDeps {
  core: Core
  agents: Agents
  hub: Hub
  clock: Clock
  random: Random
  limits: DaemonLimits
  closing: AbortSignal
}

/**
 * Brings back the sessions that the daemon itself interrupted, the most recently used first, a few at a time. One
 * that does not come back is tried again with growing, random pauses, and after the last try keeps its reason.
 */
export async function resumeInterrupted(deps: BootResumeDeps): Promise<void> {
  const waiting = deps.core.sessions
    .list()
    .filter((session) => isOurs(deps.core, session, deps.clock.now()))
    .map((session) => session.id)
  if (!deps.core.settings().bringBack) {
    for (const id of waiting) leave(deps, id, SWITCHED_OFF)
    return
  }
  const worker = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      if (deps.closing.aborted) return
      await bringBack(deps, id)
    }
  }
  await Promise.all(Array.from({ length: deps.limits.bootResumeAtOnce }, worker))
}

async function bringBack(deps: BootResumeDeps, id: string): Promise<void> {
  for (let tries = 0; tries < deps.limits.bootResumeTries; tries++) {
    if (tries > 0) await pause(deps, tries)
    if (!interrupted(deps.core, id, deps.clock.now())) return
    const missing = await whatIsMissing(deps, id)
    if (deps.closing.aborted) return
    if (missing) return leave(deps, id, missing.message)
    const began = deps.core.transact((work): boolean => {
      const session = interrupted(deps.core, id, deps.clock.now())
      if (session) wake(deps.core, work, session)
      return session !== null
    })
    if (!began) return
    const settled = (): boolean => {
      const session = deps.core.sessions.get(id)
      return !session?.run || deps.core.runs.get(session.run)?.phase !== 'starting'
    }
    await watchSession(deps, id, deps.limits.startMs + deps.limits.bootResumeSettleMs, settled)
    const now = interrupted(deps.core, id, deps.clock.now())
    // One that went with its keeper was no try: whoever takes the next keeper into use begins again.
    if (!now || now.exitDetail === null) return
  }
  forget(deps, id)
}

const SWITCHED_OFF = 'it was not brought back by itself: the settings of this machine say so'

/** One that rests comes back by its own time, and one that is forgotten by a person. */
function isOurs(core: Core, session: SessionRow, now: number): boolean {
  if (session.run !== null || !returnsAtBoot(session.exitReason)) return false
  return !core.lives.get(session.id).forgotten && !isResting(core, session.id, now)
}

/** The session while it is without an agent for a reason of ours. */
function interrupted(core: Core, id: string, now: number): SessionRow | null {
  const session = core.sessions.get(id)
  return session && isOurs(core, session, now) ? session : null
}

/** What trying again will not bring back. A directory that does not answer is not gone, so it is tried. */
async function whatIsMissing(deps: BootResumeDeps, id: string): Promise<AppError | null> {
  const session = deps.core.sessions.get(id)
  if (!session) return null
  const directory = await checkDirectory(session.cwd, deps)
  if (!directory.ok && directory.error.code === 'workspace_missing') return directory.error
  const launch = await deps.agents.launch(session.agent)
  return launch.ok ? null : launch.error
}

/** It keeps the reason of its last try, and is not tried again at the next start: a person can. */
function forget(deps: BootResumeDeps, id: string): void {
  deps.core.transact((work) => {
    if (!interrupted(deps.core, id, work.now)) return
    deps.core.lives.setForgotten(id, true)
    work.touch(id)
  })
}

/** It stays as it is, with words that say why. */
function leave(deps: BootResumeDeps, id: string, why: string): void {
  deps.core.transact((work) => {
    if (!interrupted(deps.core, id, deps.clock.now())) return
    deps.core.sessions.setExitDetail(id, why)
    work.touch(id)
  })
}

/** Full jitter: several machines that lost the same provider do not come back in step. */
function pause(deps: BootResumeDeps, tries: number): Promise<void> {
  const [byte = 0] = deps.random(1)
  const ms = (byte / 256) * deps.limits.bootResumePauseMs * 2 ** tries
  return new Promise((resolve) => void deps.clock.after(ms, resolve))
}
