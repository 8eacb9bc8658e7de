/** A preset for a session that is to be made. */
import { ok, type Result, refuse } from '../../shared/errors.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { NewSession } from '../../shared/wire/session.ts'
import type { CatalogueEntry } from '../agents/catalogue.ts'
import type { Core } from '../sessions/core.ts'
import { variablesFor, whyNotRoutable } from './launch.ts'

/**
 * Refuses what is known to be impossible before the agent was started. Whether one takes `providers` is not known
 * then, unless nothing can reach it otherwise and it is one that does not.
 */
export function checkPreset(core: Core, wanted: NewSession, entry: CatalogueEntry): Result<null> {
  if (wanted.preset === undefined) return ok(null)
  const preset = core.presets.store.preset(wanted.preset)
  if (!preset) return refuse('preset_not_found', 'there is no such preset on this machine')
  if (preset.agent !== wanted.agent)
    return refuse('invalid_request', `this preset is one of ${preset.agent}`, { field: 'body.agent' })
  const system = preset.system === undefined ? null : core.presets.store.system(preset.system)
  if (!system) return ok(null)
  const why = whyNotRoutable(core, system)
  if (why !== null) return refuse('system_not_routable', why)
  if (variablesFor(entry, system) || entry.takesProviders !== false) return ok(null)
  return refuse('system_not_routable', `${entry.name} cannot be used with ${cleanLabel(system.name)}`)
}
