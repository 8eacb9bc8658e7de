import type { AdminMachine } from '../../../shared/wire/admin.ts'
import { agreed } from '../ask-line.ts'
import { segment } from '../client.ts'
import { exitCodes } from '../exit-codes.ts'
import { ask } from '../remote/account.ts'
import { askFresh } from '../remote/ask-fresh.ts'
import { tableOf } from '../table.ts'
import { type AdminVerb, say, timeOf } from './act.ts'
import { findAnyMachine, findUser } from './find.ts'

export const machineVerbs: Readonly<Record<string, AdminVerb>> = {
  machines: {
    usage: 'machines',
    words: { least: 0, most: 0 },
    async run(context, account) {
      const { machines } = await ask(context.home, account, (authority) => authority.v1.admin.machines.get())
      const head = ['MACHINE', 'ID', 'OWNER', 'STATE', 'SHARED', 'SEEN', 'SET UP BY', 'VERSION']
      return say(context, machines, tableOf(head, machines.map(rowOf)))
    },
  },
  adopt: {
    usage: 'adopt MACHINE USER',
    words: { least: 2, most: 2 },
    async run(context, account, [name = '', to = '']) {
      const machine = await findAnyMachine(context, account, name)
      const { id: owner } = await findUser(context, account, to)
      const adopted = await askFresh(context, account, (authority) =>
        authority.v1.admin.machines({ machine: segment(machine.id) }).adoption.post({ owner }),
      )
      const burnt = adopted.codesBurnt === 0 ? '' : `; codes that no longer work: ${adopted.codesBurnt}`
      return say(context, adopted, [`${machine.label} is now owned by ${adopted.machine.ownerName}${burnt}.`])
    },
  },
  code: {
    usage: 'code MACHINE',
    words: { least: 1, most: 1 },
    async run(context, account, [name = '']) {
      const { id, label } = await findAnyMachine(context, account, name)
      const made = await askFresh(context, account, (authority) =>
        authority.v1.admin.machines({ machine: segment(id) }).code.post(),
      )
      if (!context.output.json) {
        context.output.note(
          `On ${label}, until ${timeOf(made.expiresAt)}: fairlead enroll --url ${account.origin}`,
        )
      }
      return say(context, made, [made.code])
    },
  },
  revoke: {
    usage: 'revoke MACHINE [--yes]',
    words: { least: 1, most: 1 },
    async run(context, account, [name = ''], args) {
      const { id, label, ownerName } = await findAnyMachine(context, account, name)
      const question = `Revoke ${label} of ${ownerName ?? 'nobody'}? It has to be enrolled anew on its host.`
      if (!(await agreed(context, question, args.switch('yes')))) return exitCodes.cancelled
      const gone = await askFresh(context, account, (authority) =>
        authority.v1.admin.machines({ machine: segment(id) }).delete(),
      )
      return say(context, gone, [`${label} is revoked; its circuits are closed.`])
    },
  },
}

const rowOf = (machine: AdminMachine): string[] => [
  machine.label,
  machine.id,
  machine.ownerName ?? 'nobody',
  stateOf(machine),
  String(machine.grants),
  timeOf(machine.lastSeenAt),
  machine.enrolledBy ?? '',
  machine.version ?? '',
]

function stateOf({ enrolled, online, overLimit, ownerDisabled }: AdminMachine): string {
  if (!enrolled) return 'not enrolled'
  if (ownerDisabled) return 'owner disabled'
  if (overLimit) return 'over the limit'
  return online ? 'online' : 'offline'
}
