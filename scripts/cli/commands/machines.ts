import { PAIRING_SECRET_BYTES } from '../../../shared/noise/pairing.ts'
import { toBase64url } from '../../../shared/token/base64url.ts'
import type { Machine } from '../../../shared/wire/machine.ts'
import { usageError } from '../cli-error.ts'
import { segment } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type Account, ask, signedIn } from '../remote/account.ts'
import { devicePins } from '../remote/device.ts'
import { findMachine, listMachines } from '../remote/find-machine.ts'
import { machineRecords } from '../remote/machine-records.ts'
import { tableOf } from '../table.ts'

const USAGE = '[add LABEL | chat NAME on|off | remove NAME | acts NAME | circuits NAME]'

export const machines: Command = {
  name: 'machines',
  summary:
    'List your machines; add one, remove one, let this account write to it from elsewhere, see who reached it.',
  usage: USAGE,
  flags: {},
  positionals: { least: 0, most: 3 },
  async run(context, args) {
    const account = signedIn(context.home)
    const [act, name, how] = args.positionals
    if (act === undefined) return await list(context, account)
    if (name === undefined) throw usageError(`usage: fairlead machines ${USAGE}`)
    switch (act) {
      case 'add':
        return await add(context, account, name)
      case 'remove':
        return await remove(context, account, name)
      case 'acts':
      case 'circuits':
        return await machineRecords(context, account, name, act)
      case 'chat':
        return await chat(context, account, name, how)
      default:
        throw usageError(`machines does not know “${act}”`)
    }
  },
}

async function list({ home, output }: Context, account: Account): Promise<ExitCode> {
  const all = await listMachines(home, account)
  if (output.json) output.value(all)
  else {
    const rows = all.map((machine) => [
      machine.label,
      machine.id,
      machine.owned ? 'you' : (machine.owner ?? 'nobody'),
      stateOf(machine),
      machine.remoteChat ? 'on' : 'off',
      machine.version ?? '',
    ])
    for (const line of tableOf(['MACHINE', 'ID', 'OWNER', 'STATE', 'CHAT', 'VERSION'], rows))
      output.line(line)
    for (const { label, enrolledBy } of all) {
      if (enrolledBy !== null) output.note(`${label} was enrolled by ${enrolledBy}, not by you.`)
    }
  }
  return exitCodes.ok
}

function stateOf({ enrolled, online, overLimit, ownerDisabled }: Machine): string {
  if (!enrolled) return 'not enrolled'
  if (overLimit) return 'over the limit'
  if (ownerDisabled) return 'owner disabled'
  return online ? 'online' : 'offline'
}

/** What is printed goes to the machine by hand; its second half never goes to the authority. */
async function add({ home, output, random }: Context, account: Account, label: string): Promise<ExitCode> {
  const { machine, enrollment } = await ask(home, account, (authority) =>
    authority.v1.machines.post({ label }),
  )
  const secret = toBase64url(random(PAIRING_SECRET_BYTES))
  devicePins(home, account.user).keepPairing(machine.id, secret)
  const code = `${enrollment.code}.${secret}`
  if (output.json) output.value({ machine, code, expiresAt: enrollment.expiresAt })
  else {
    output.line(`On ${machine.label}, within an hour: fairlead enroll --url ${account.origin}`)
    output.line(`and give it this code, once: ${code}`)
  }
  return exitCodes.ok
}

async function remove({ home, output }: Context, account: Account, name: string): Promise<ExitCode> {
  const { id, label } = await findMachine(home, account, name)
  const gone = await ask(home, account, (authority) =>
    authority.v1.machines({ machine: segment(id) }).delete(),
  )
  if (output.json) output.value(gone)
  else output.line(`${label} is no longer one of your machines; its circuits are closed.`)
  return exitCodes.ok
}

async function chat(
  { home, output }: Context,
  account: Account,
  name: string,
  how: string | undefined,
): Promise<ExitCode> {
  if (how !== 'on' && how !== 'off') throw usageError('chat is on or off')
  const { id } = await findMachine(home, account, name)
  const changed = await ask(home, account, (authority) =>
    authority.v1.machines({ machine: segment(id) }).patch({ remoteChat: how === 'on' }),
  )
  if (output.json) output.value(changed)
  else if (changed.remoteChat)
    output.line(`Devices of this account that ${changed.label} knows can run commands there.`)
  else output.line(`From elsewhere ${changed.label} can only be read.`)
  return exitCodes.ok
}
