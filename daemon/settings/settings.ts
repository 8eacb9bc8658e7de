import type { Logger } from 'pino'
import { ok, type Result } from '../../shared/errors.ts'
import type { MachineSettings, MachineSettingsChange } from '../../shared/wire/settings.ts'
import type { CommandRequest, Commands } from '../commands/commands.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from '../sessions/core.ts'
import { deliverNext } from '../sessions/turns.ts'
import type { SettingsStore } from './store.ts'

export interface Settings {
  get(): MachineSettings
  change(request: CommandRequest, wanted: MachineSettingsChange): Promise<Result<MachineSettings>>
}

export function createSettings(deps: {
  core: Core
  store: SettingsStore
  commands: Commands
  log: Logger
}): Settings {
  const { core, store } = deps
  const apply = (work: Work, wanted: MachineSettingsChange): MachineSettings => {
    const before = store.get()
    store.set(wanted)
    const after = store.get()
    if (JSON.stringify(after) === JSON.stringify(before)) return after
    work.after(() => deps.log.info({ settings: wanted }, 'settings of this machine were changed'))
    // Deadlines are computed from settings as well as from rows: look at them again.
    for (const run of core.runs.live()) work.touch(run.session)
    deliverNext(core, work)
    return after
  }
  return {
    get: store.get,
    change: (request, wanted) => deps.commands.perform(request, { apply: (work) => ok(apply(work, wanted)) }),
  }
}
