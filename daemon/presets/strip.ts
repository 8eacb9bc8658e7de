import { ok, type Result } from '../../shared/errors.ts'
import type { Strip } from '../../shared/wire/preset.ts'
import type { Agents } from '../agents/agents.ts'
import type { CommandRequest, Commands } from '../commands/commands.ts'
import type { Core } from '../sessions/core.ts'

export interface StripOrder {
  get(): Strip
  set(request: CommandRequest, ids: readonly string[]): Promise<Result<Strip>>
}

export interface StripDeps {
  core: Core
  commands: Commands
  agents: Pick<Agents, 'entry'>
}

/**
 * Shown is what is there. An agent that is not, because its file cannot be read just now, keeps its place behind the one
 * it stood behind, whoever orders the others meanwhile; a preset that was taken away does not come back.
 */
export function createStrip({ core, commands, agents }: StripDeps): StripOrder {
  const { strip, store } = core.presets
  const isPreset = (id: string): boolean => id.includes('_')
  const isHere = (id: string): boolean => (isPreset(id) ? store.preset(id) !== null : agents.entry(id).ok)
  const shown = (ids: readonly string[] | null): Strip => ({ ids: ids?.filter(isHere) ?? null })
  return {
    get: () => shown(strip.get()),
    set: (request, ids) =>
      commands.perform(request, {
        apply() {
          const hidden = (id: string): boolean => !isPreset(id) && !isHere(id)
          const kept = keepHidden(strip.get() ?? [], ids, hidden)
          strip.set(kept)
          return ok(shown(kept))
        },
      }),
  }
}

function keepHidden(
  before: readonly string[],
  wanted: readonly string[],
  hidden: (id: string) => boolean,
): string[] {
  const ids = [...wanted]
  for (const [at, id] of before.entries()) {
    if (!hidden(id) || ids.includes(id)) continue
    const behind = before.slice(0, at).findLast((one) => ids.includes(one))
    ids.splice(behind === undefined ? 0 : ids.indexOf(behind) + 1, 0, id)
  }
  return ids
}
