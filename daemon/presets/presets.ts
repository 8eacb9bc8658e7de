import { ok, type Result, refuse } from '../../shared/errors.ts'
import { newPresetId } from '../../shared/ids.ts'
import { PRESETS } from '../../shared/limits.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { NewPreset, Preset, PresetChange } from '../../shared/wire/preset.ts'
import type { Agents } from '../agents/agents.ts'
import type { CommandRequest, Commands } from '../commands/commands.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from '../sessions/core.ts'

export interface Presets {
  list(): Preset[]
  create(request: CommandRequest, wanted: NewPreset): Promise<Result<Preset>>
  /** Sessions that were started with it come back as what it is then. */
  change(request: CommandRequest, id: string, change: PresetChange): Promise<Result<Preset>>
  /** Its sessions go on as their bare agents. */
  remove(request: CommandRequest, id: string): Promise<Result<{ deleted: string }>>
}

export interface PresetsDeps {
  core: Core
  commands: Commands
  agents: Pick<Agents, 'entry'>
}

export function createPresets({ core, commands, agents }: PresetsDeps): Presets {
  const { store } = core.presets
  const put = (work: Work, preset: Preset): Result<Preset> => {
    const name = cleanLabel(preset.name)
    if (name === '')
      return refuse('invalid_request', 'a name needs visible characters', { field: 'body.name' })
    const agent = agents.entry(preset.agent)
    if (!agent.ok) return agent
    if (preset.system !== undefined && !store.system(preset.system))
      return refuse('system_not_found', 'there is no such system on this machine')
    store.putPreset({ ...preset, name }, work.now)
    return ok({ ...preset, name })
  }
  const find = (id: string): Result<Preset> => {
    const preset = store.preset(id)
    return preset ? ok(preset) : refuse('preset_not_found', 'there is no such preset on this machine')
  }
  return {
    list: store.presets,
    create: (request, wanted) =>
      commands.perform(request, {
        apply(work) {
          if (store.presets().length >= PRESETS)
            return refuse('preset_limit', `a machine has at most ${PRESETS} presets`, { bound: PRESETS })
          return put(work, { id: newPresetId(core.random), ...wanted })
        },
      }),
    change: (request, id, wanted) =>
      commands.perform(request, {
        apply(work) {
          const before = find(id)
          const done = before.ok ? put(work, changed(before.value, wanted)) : before
          if (done.ok) touchAll(core, work)
          return done
        },
      }),
    remove: (request, id) =>
      commands.perform(request, {
        apply(work) {
          const before = find(id)
          if (!before.ok) return before
          store.removePreset(id)
          touchAll(core, work)
          return ok({ deleted: id })
        },
      }),
  }
}

/** Null takes a value away, and what is not named stays. */
function changed(before: Preset, wanted: PresetChange): Preset {
  const merged = { ...before, ...wanted }
  const { id, name, agent, icon, system, model, effort } = merged
  return {
    id,
    name,
    agent,
    ...(icon ? { icon } : {}),
    ...(system ? { system } : {}),
    ...(model ? { model } : {}),
    ...(effort ? { effort } : {}),
  }
}

/** Whether it still describes them is told with sessions. */
function touchAll(core: Core, work: Work): void {
  for (const session of core.sessions.list())
    if (core.presets.sessions.get(session.id)) work.touch(session.id)
}
