import { cleanLabel } from '../../../shared/untrusted.ts'
import type { MachineLock, PendingDevice } from '../../../shared/wire/lock.ts'
import { askLine } from '../ask-line.ts'
import { CliError, usageError } from '../cli-error.ts'
import { segment, unwrap } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { fingerprintOf } from '../remote/key-changed.ts'
import { tableOf } from '../table.ts'
import { turnLock } from '../turn-lock.ts'

const USAGE = '[approve [ID] [CODE] | deny ID | remove KEY | pair | lock on|off [--yes]]'

export const devices: Command = {
  name: 'devices',
  summary:
    'List the devices that a machine lets in and those that wait; approve, deny or remove one; turn its lock.',
  usage: USAGE,
  flags: {
    name: { kind: 'value', of: 'NAME', about: 'what to call the device that is approved' },
    yes: { kind: 'switch', about: 'you know what turning the lock means' },
  },
  positionals: { least: 0, most: 3 },
  async run(context, args) {
    const [act, first, second] = args.positionals
    switch (act) {
      case undefined:
        return show(context, await unwrap(context.daemon.v1.lock.get()))
      case 'approve':
        return await approve(context, [first, second], args.value('name'))
      case 'deny':
        return await answer(context, context.daemon.v1.lock.pending({ pending: segment(first) }).delete())
      case 'remove':
        return await answer(context, context.daemon.v1.lock.devices({ key: segment(first) }).delete())
      case 'pair':
        return await pair(context)
      case 'lock':
        if (first !== 'on' && first !== 'off') throw usageError(`usage: fairlead devices ${USAGE}`)
        return await turnLock(context, first === 'on', args.switch('yes'))
      default:
        throw usageError(`usage: fairlead devices ${USAGE}`)
    }
  },
}

function show({ output }: Context, lock: MachineLock): ExitCode {
  if (output.json) {
    output.value(lock)
    return exitCodes.ok
  }
  if (!lock.on) output.line('The lock is off: whatever the authority signs for is let in.')
  const rows = lock.devices.map(({ key, name, scopes }) => [cleanLabel(name), scopes.join(' '), key])
  for (const line of tableOf(['DEVICE', 'MAY', 'KEY'], rows)) output.line(line)
  for (const waits of lock.pending) {
    output.line(`\n${waits.id} waits: ${cleanLabel(waits.name)}, ${waits.triesLeft} tries left`)
    output.line(`  key ${fingerprintOf(waits.key)?.words}`)
  }
  if (lock.pending.length > 0) output.line('\nfairlead devices approve CODE, as the device shows it')
  return exitCodes.ok
}

async function approve(
  context: Context,
  given: readonly (string | undefined)[],
  name: string | undefined,
): Promise<ExitCode> {
  const { daemon, machine, output } = context
  const { pending } = await unwrap(daemon.v1.lock.get())
  const words = given.filter((word) => word !== undefined)
  const waits = chosen(
    pending,
    words.find((word) => word.startsWith('pd_')),
  )
  // On the machine itself whoever stands there sees what waits, and may leave the code out.
  const typed = words.find((word) => !word.startsWith('pd_'))
  const code = typed ?? (machine === null ? undefined : await askLine(context, 'Code shown on the device'))
  const approved = await unwrap(
    daemon.v1.lock.pending({ pending: segment(waits.id) }).approval.post({
      ...(code === undefined ? {} : { code }),
      ...(name === undefined ? {} : { name }),
    }),
  )
  if (output.json) output.value(approved)
  else output.line(`${cleanLabel(approved.name)} is let in: ${approved.scopes.join(', ')}.`)
  return exitCodes.ok
}

function chosen(pending: readonly PendingDevice[], id: string | undefined): PendingDevice {
  const found = id === undefined ? pending[0] : pending.find((one) => one.id === id)
  if (!found) throw new CliError('pending_not_found', 'No such device waits.')
  if (id === undefined && pending.length > 1) {
    throw usageError(`several devices wait; name one: ${pending.map((one) => one.id).join(', ')}`)
  }
  return found
}

async function pair({ daemon, output }: Context): Promise<ExitCode> {
  const pairing = await unwrap(daemon.v1.lock.pairing.post())
  if (output.json) output.value(pairing)
  else output.line(`The first device that is given this is let in: ${pairing.secret}`)
  return exitCodes.ok
}

async function answer({ output }: Context, call: Parameters<typeof unwrap<object>>[0]): Promise<ExitCode> {
  const done = await unwrap(call)
  if (output.json) output.value(done)
  else output.line('Done; its circuits are closed.')
  return exitCodes.ok
}
