import { utf8Length } from '../../shared/bytes.ts'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import { newSystemId } from '../../shared/ids.ts'
import { SYSTEMS } from '../../shared/limits.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { NewSystem, System, SystemChange } from '../../shared/wire/preset.ts'
import type { CommandRequest, Commands } from '../commands/commands.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from '../sessions/core.ts'
import { refuseAddress } from './kinds.ts'
import type { SystemRow } from './store.ts'

export interface Systems {
  list(): System[]
  create(request: CommandRequest, wanted: NewSystem): Promise<Result<System>>
  change(request: CommandRequest, id: string, change: SystemChange): Promise<Result<System>>
  /** Refused while a preset uses it: its sessions would go to another vendor unasked. */
  remove(request: CommandRequest, id: string): Promise<Result<{ deleted: string }>>
  putKey(id: string, secret: string): Result<System>
  removeKey(id: string): Result<System>
}

// An environment holds no NUL, and no header the others.
const CONTROL = /[\u0000-\u001f\u007f]/

export function createSystems({ core, commands }: { core: Core; commands: Commands }): Systems {
  const { store } = core.presets
  const shown = (row: SystemRow): System => ({ ...row, keySetAt: core.presets.keySetAt(row.id) })
  const find = (id: string): Result<SystemRow> => {
    const row = store.system(id)
    return row ? ok(row) : refuse('system_not_found', 'there is no such system on this machine')
  }
  const put = (work: Work, row: SystemRow): Result<System> => {
    const name = cleanLabel(row.name)
    if (name === '')
      return refuse('invalid_request', 'a name needs visible characters', { field: 'body.name' })
    const refused = refuseAddress(row.kind, row.baseUrl ?? null)
    if (refused) return refused
    store.putSystem({ ...row, name }, work.now)
    return ok(shown({ ...row, name }))
  }
  const change = (work: Work, id: string, wanted: SystemChange): Result<System> => {
    const before = find(id)
    if (!before.ok) return before
    const { baseUrl = before.value.baseUrl, models = before.value.models, name = before.value.name } = wanted
    const { kind } = before.value
    const done = put(work, { id, kind, name, ...(baseUrl ? { baseUrl } : {}), ...(models ? { models } : {}) })
    if (done.ok && done.value.baseUrl !== before.value.baseUrl) renewRouted(core, work, id)
    return done
  }
  return {
    list: () => store.systems().map(shown),
    create: (request, wanted) =>
      commands.perform(request, {
        apply(work) {
          if (store.systems().length >= SYSTEMS)
            return refuse('system_limit', `a machine has at most ${SYSTEMS} systems`, { bound: SYSTEMS })
          return put(work, { id: newSystemId(core.random), ...wanted })
        },
      }),
    change: (request, id, wanted) => commands.perform(request, { apply: (work) => change(work, id, wanted) }),
    remove: (request, id) =>
      commands.perform(request, {
        apply() {
          const row = find(id)
          if (!row.ok) return row
          const presets = store.presetsOf(id)
          if (presets.length > 0) return refuse('system_in_use', 'a preset uses this system', { presets })
          core.presets.removeKey(id)
          store.removeSystem(id)
          return ok({ deleted: id })
        },
      }),
    putKey(id, secret) {
      const row = find(id)
      const refused = row.ok ? refuseSecret(secret, core.limits.credentialBytes) : row
      if (refused) return refused
      if (row.ok && core.presets.keyOf(id) !== secret)
        core.transact((work) => {
          core.presets.putKey(id, secret, work.now)
          renewRouted(core, work, id)
        })
      return row.ok ? ok(shown(row.value)) : row
    },
    removeKey(id) {
      const row = find(id)
      if (!row.ok) return row
      core.transact((work) => {
        if (core.presets.removeKey(id)) renewRouted(core, work, id)
      })
      return ok(shown(row.value))
    },
  }
}

/** Their agents hold what is out of date: each makes room for a new one as soon as it is idle. */
function renewRouted(core: Core, work: Work, system: string): void {
  for (const id of core.presets.sessions.routedTo(system)) {
    const session = core.sessions.get(id)
    if (!session || session.run === null || session.ending !== null) continue
    core.runs.setRenew(session.run, 'credential')
    work.touch(id)
  }
}

/** The words never repeat what was sent. */
function refuseSecret(secret: string, bytes: number) {
  const wrong = (message: string) => refuse('invalid_request', message, { field: 'body.secret' })
  if (secret.trim() === '') return wrong('a key needs characters')
  if (CONTROL.test(secret)) return wrong('a key is one line without control characters')
  return utf8Length(secret) > bytes ? wrong(`a key is at most ${bytes} bytes`) : null
}
