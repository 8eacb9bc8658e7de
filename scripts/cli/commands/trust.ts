import { agreed } from '../ask-line.ts'
import { CliError, usageError } from '../cli-error.ts'
import { unwrap } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { signedIn } from '../remote/account.ts'
import { devicePins } from '../remote/device.ts'
import { findMachine } from '../remote/find-machine.ts'
import { fingerprintOf } from '../remote/key-changed.ts'

const USAGE = 'MACHINE | --authority [--yes]'

export const trust: Command = {
  name: 'trust',
  summary: 'Take a machine’s key, or for this machine its authority’s, after you compared it at its source.',
  usage: USAGE,
  flags: {
    authority: { kind: 'switch', about: 'for this machine: the signing key that its authority uses now' },
    yes: { kind: 'switch', about: 'you compared it already' },
  },
  positionals: { least: 0, most: 1 },
  run(context, args) {
    const [name] = args.positionals
    const wantsAuthority = args.switch('authority')
    if ((name === undefined) !== wantsAuthority) throw usageError(`usage: fairlead trust ${USAGE}`)
    return name === undefined
      ? trustAuthority(context, args.switch('yes'))
      : trustMachine(context, name, args.switch('yes'))
  },
}

async function trustMachine(context: Context, name: string, saidYes: boolean): Promise<ExitCode> {
  const { home, output } = context
  const account = signedIn(home)
  const machine = await findMachine(home, account, name)
  if (machine.key === null) throw new CliError('not_enrolled', `${machine.label} is not enrolled.`)
  const pins = devicePins(home, account.user)
  const pinned = await pins.pinned(machine.id)
  const known = pinned && fingerprintOf(pinned.machineKey)
  const offered = fingerprintOf(machine.key)
  if (known) output.note(`known:   ${known.words}\n         ${known.hex}`)
  output.note(`offered: ${offered?.words}\n         ${offered?.hex}`)
  if (pinned?.machineKey === machine.key) output.note('They are the same: nothing changed.')
  else output.note(`fairlead status, typed on ${machine.label} itself, shows its own.`)
  await mustAgree(context, `Does ${machine.label} itself show the offered one?`, saidYes)
  if (pinned?.machineKey !== machine.key) {
    await pins.pin(machine.id, { machineKey: machine.key, signKey: null })
  }
  await pins.spendPairing(machine.id)
  if (output.json) output.value({ machine: machine.id, key: machine.key })
  else output.line(`${machine.label} is known by that key now.`)
  return exitCodes.ok
}

/** What a person compares is shown first, and it is that one that is taken, or none. */
async function trustAuthority(context: Context, saidYes: boolean): Promise<ExitCode> {
  const { daemon, output } = context
  const signingKeys = daemon.v1.enrollment['signing-keys']
  const { origin, held, offered } = await unwrap(signingKeys.get())
  output.note(`Authority  ${origin}`)
  if (held) output.note(`known:     ${held.kid}  (statement ${held.number})`)
  output.note(`offered:   ${offered.kid}  (statement ${offered.number})`)
  output.note('fairlead admin keys, asked by who runs the authority, shows its newest.')
  output.note('After this this machine takes that key and later ones; every circuit is opened anew.')
  await mustAgree(context, 'Is the offered one the authority’s newest?', saidYes)
  const taken = await unwrap(signingKeys.put({ kid: offered.kid }))
  if (output.json) output.value(taken)
  else output.line(`This machine takes ${taken.offered.kid} now, and no key before it.`)
  return exitCodes.ok
}

async function mustAgree(context: Context, question: string, saidYes: boolean): Promise<void> {
  if (await agreed(context, question, saidYes)) return
  throw new CliError('declined', 'Nothing was changed.', { exit: exitCodes.cancelled })
}
