/** Whether a session's preset still describes it, and what is said where something of it cannot be had. */
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Preset } from '../../shared/wire/preset.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from '../sessions/core.ts'
import type { SessionRow } from '../sessions/session-row.ts'
import type { Unmet } from './route.ts'
import type { SystemRow } from './store.ts'

export type Held =
  | { kind: 'none' }
  | { kind: 'held'; preset: Preset; system: SystemRow | null }
  /** A session's agent never changes: with another one, the preset is not what this session was started with. */
  | { kind: 'demoted'; why: string }

export function heldPreset(core: Core, session: SessionRow): Held {
  const facts = core.presets.sessions.get(session.id)
  if (!facts) return { kind: 'none' }
  const preset = core.presets.store.preset(facts.preset)
  if (!preset) return { kind: 'demoted', why: 'its preset was taken away' }
  if (preset.agent !== session.agent)
    return { kind: 'demoted', why: `its preset ${cleanLabel(preset.name)} is one of ${preset.agent} now` }
  const system = preset.system === undefined ? null : core.presets.store.system(preset.system)
  return { kind: 'held', preset, system }
}

/** The preset to show with the session; undefined: it is the bare agent. */
export function shownPreset(
  core: Pick<Core, 'presets'>,
  session: Pick<SessionRow, 'id' | 'agent'>,
): string | undefined {
  const facts = core.presets.sessions.get(session.id)
  if (!facts || facts.said.preset_demoted !== undefined) return undefined
  return core.presets.store.preset(facts.preset)?.agent === session.agent ? facts.preset : undefined
}

/** From here on it is the bare agent. */
export function demote(core: Core, work: Work, session: SessionRow, why: string): void {
  core.presets.sessions.setRoute(session.id, null)
  unmet(core, work, session, 'preset_demoted', `this session goes on with ${session.agent} as it is: ${why}`)
}

/** In the log once, however often the agent comes back to it. */
export function unmet(core: Core, work: Work, session: SessionRow, code: Unmet, message: string): void {
  const said = core.presets.sessions.get(session.id)?.said ?? {}
  if (said[code] === message) return
  core.presets.sessions.setSaid(session.id, { ...said, [code]: message })
  core.log.append(work, session.id, { type: 'error', code, message })
  work.touch(session.id)
}

/** It can be had again: what was said of it does not hold any more. */
export function met(core: Core, session: string, code: Unmet): void {
  const { [code]: before, ...others } = core.presets.sessions.get(session)?.said ?? {}
  if (before !== undefined) core.presets.sessions.setSaid(session, others)
}

/** The start ends here: a person chose what is not to be had, and nothing else is used in its place. */
export function refuseStart(core: Core, work: Work, session: SessionRow, message: string): void {
  core.log.append(work, session.id, { type: 'error', code: 'system_not_routable', message })
}
