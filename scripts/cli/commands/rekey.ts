import { agreed } from '../ask-line.ts'
import { CliError } from '../cli-error.ts'
import { unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { fingerprintOf } from '../remote/key-changed.ts'

export const rekey: Command = {
  name: 'rekey',
  summary: 'Give this machine new keys, which its old ones vouch for: devices follow by themselves.',
  usage: '[--yes]',
  flags: { yes: { kind: 'switch', about: 'agree beforehand' } },
  positionals: { least: 0, most: 0 },
  async run(context, args) {
    const { daemon, output } = context
    output.note('This machine gets new keys. What was copied of the old ones opens nothing here any more.')
    output.note(
      'Every circuit is opened anew. Devices that know this machine’s last key follow it by itself;',
    )
    output.note('the others show the new one, to be compared with what fairlead status shows here.')
    if (!(await agreed(context, 'Change the keys?', args.switch('yes')))) {
      throw new CliError('declined', 'Nothing was changed.', { exit: exitCodes.cancelled })
    }
    const { key, number } = await unwrap(daemon.v1.enrollment.keys.post())
    const fingerprint = fingerprintOf(key)
    if (output.json) output.value({ key, number, fingerprint })
    else {
      output.line(`key ${fingerprint?.words}`)
      output.line(`    ${fingerprint?.hex}`)
    }
    return exitCodes.ok
  },
}
