/** Every verb. A command is loaded when it is called, so that none pays for another. */
import type { FlagTable } from './args.ts'
import type { Command } from './command.ts'

export const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['up', async () => (await import('./commands/up.ts')).up],
  ['daemon', async () => (await import('./commands/daemon.ts')).daemon],
  ['authority', async () => (await import('./commands/authority.ts')).authority],
  ['down', async () => (await import('./commands/down.ts')).down],
  ['status', async () => (await import('./commands/status.ts')).status],
  ['doctor', async () => (await import('./commands/doctor.ts')).doctor],
  ['sign-in', async () => (await import('./commands/sign-in.ts')).signIn],
  ['sign-out', async () => (await import('./commands/sign-out.ts')).signOut],
  ['password', async () => (await import('./commands/password.ts')).password],
  ['sign-ins', async () => (await import('./commands/sign-ins.ts')).signIns],
  ['keys', async () => (await import('./commands/keys.ts')).keys],
  ['email', async () => (await import('./commands/email.ts')).email],
  ['share', async () => (await import('./commands/share.ts')).share],
  ['machines', async () => (await import('./commands/machines.ts')).machines],
  ['admin', async () => (await import('./commands/admin.ts')).admin],
  ['devices', async () => (await import('./commands/devices.ts')).devices],
  ['enroll', async () => (await import('./commands/enroll.ts')).enroll],
  ['rekey', async () => (await import('./commands/rekey.ts')).rekey],
  ['trust', async () => (await import('./commands/trust.ts')).trust],
  ['agents', async () => (await import('./commands/agents.ts')).agents],
  ['agent-login', async () => (await import('./commands/agent-login.ts')).agentLogin],
  ['agent-logout', async () => (await import('./commands/agent-logout.ts')).agentLogout],
  ['agent-key', async () => (await import('./commands/agent-key.ts')).agentKey],
  ['agent-install', async () => (await import('./commands/agent-install.ts')).agentInstall],
  ['presets', async () => (await import('./commands/presets.ts')).presets],
  ['systems', async () => (await import('./commands/systems.ts')).systems],
  ['strip', async () => (await import('./commands/strip.ts')).strip],
  ['conversations', async () => (await import('./commands/conversations.ts')).conversations],
  ['adopt', async () => (await import('./commands/adopt.ts')).adopt],
  ['sessions', async () => (await import('./commands/sessions.ts')).sessions],
  ['new', async () => (await import('./commands/new.ts')).newCommand],
  ['run', async () => (await import('./commands/run.ts')).run],
  ['attach', async () => (await import('./commands/attach.ts')).attach],
  ['prompt', async () => (await import('./commands/prompt.ts')).prompt],
  ['take-back', async () => (await import('./commands/take-back.ts')).takeBack],
  ['answer', async () => (await import('./commands/answer.ts')).answer],
  ['asks', async () => (await import('./commands/asks.ts')).asks],
  ['cancel', async () => (await import('./commands/cancel.ts')).cancel],
  ['stop', async () => (await import('./commands/stop.ts')).stop],
  ['resume', async () => (await import('./commands/resume.ts')).resume],
  ['rename', async () => (await import('./commands/rename.ts')).rename],
  ['park', async () => (await import('./commands/park.ts')).park],
  ['clear', async () => (await import('./commands/clear.ts')).clear],
  ['tasks', async () => (await import('./commands/tasks.ts')).tasks],
  ['settings', async () => (await import('./commands/settings.ts')).settings],
  ['pin', async () => (await import('./commands/pin.ts')).pin],
  ['controls', async () => (await import('./commands/controls.ts')).controls],
  ['events', async () => (await import('./commands/events.ts')).events],
  ['search', async () => (await import('./commands/search.ts')).searchCommand],
  ['export', async () => (await import('./commands/export.ts')).exportCommand],
  ['delete', async () => (await import('./commands/delete.ts')).deleteCommand],
  ['completions', async () => (await import('./commands/completions.ts')).completions],
  ['version', async () => (await import('./commands/version.ts')).version],
  ['help', async () => (await import('./commands/help.ts')).help],
])

/** Verbs that mean the same on a machine elsewhere. */
const machineVerbs: ReadonlySet<string> = new Set(
  (
    'status agents conversations adopt sessions new run attach prompt take-back answer asks cancel stop resume rename pin controls events ' +
    'delete devices search export park clear tasks settings ' +
    'agent-login agent-logout agent-key agent-install presets systems strip'
  ).split(' '),
)

const machineFlag: FlagTable = {
  machine: { kind: 'value', of: 'NAME', about: 'a machine elsewhere (fairlead machines lists yours)' },
}

/** Everything but what every verb takes. */
export const flagsOf = (command: Command): FlagTable =>
  machineVerbs.has(command.name) ? { ...command.flags, ...machineFlag } : command.flags

/** Verbs that are promised and not built yet: they say so instead of reading as a misspelling. */
export const comingVerbs: ReadonlySet<string> = new Set(
  'relay changes files upload forward links open ui ui-hash update backup restore uninstall'.split(' '),
)
