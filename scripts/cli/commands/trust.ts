import { agreed } from '../ask-line.ts'
import { CliError } from '../cli-error.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { signedIn } from '../remote/account.ts'
import { devicePins } from '../remote/device.ts'
import { findMachine } from '../remote/find-machine.ts'
import { fingerprintOf } from '../remote/key-changed.ts'

export const trust: Command = {
  name: 'trust',
  summary: 'Take the key that a machine is given as its own, after you compared it on the machine itself.',
  usage: 'MACHINE [--yes]',
  flags: { yes: { kind: 'switch', about: 'you compared it already' } },
  positionals: { least: 1, most: 1 },
  async run(context, args) {
    const { home, output } = context
    const account = signedIn(home)
    const machine = await findMachine(home, account, args.positionals[0] ?? '')
    if (machine.key === null) throw new CliError('not_enrolled', `${machine.label} is not enrolled.`)
    const pins = devicePins(home, account.user)
    const known = await pins.pinned(machine.id)
    const offered = fingerprintOf(machine.key)
    if (known !== null)
      output.note(`known:   ${fingerprintOf(known)?.words}\n         ${fingerprintOf(known)?.hex}`)
    output.note(`offered: ${offered?.words}\n         ${offered?.hex}`)
    if (!(await agreed(context, `Does ${machine.label} itself show the offered one?`, args.switch('yes')))) {
      throw new CliError('declined', 'Nothing was changed.', { exit: exitCodes.cancelled })
    }
    await pins.pin(machine.id, machine.key)
    await pins.spendPairing(machine.id)
    if (output.json) output.value({ machine: machine.id, key: machine.key })
    else output.line(`${machine.label} is known by that key now.`)
    return exitCodes.ok
  },
}
