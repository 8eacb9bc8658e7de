import { PAIRING_PATTERN } from '../../../shared/wire/lock.ts'
import { agreed, askLine } from '../ask-line.ts'
import { CliError, usageError } from '../cli-error.ts'
import { unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { authorityOf } from '../remote/origin.ts'

const CODE = new RegExp(`^(fe_[0-9a-z]{20,60})(?:\\.(${PAIRING_PATTERN.slice(1, -1)}))?$`)

export const enroll: Command = {
  name: 'enroll',
  summary: 'Make this machine one of an account’s, by a code that is asked for or piped in.',
  usage: '[--url ORIGIN] [--yes]',
  flags: {
    url: { kind: 'value', of: 'ORIGIN', about: 'the authority (default: the last one)' },
    yes: { kind: 'switch', about: 'agree beforehand' },
  },
  positionals: { least: 0, most: 0 },
  async run(context, args) {
    const { daemon, home, output } = context
    const origin = authorityOf(home, args.value('url'))
    const before = (await unwrap(daemon.v1.status.get())).enrollment ?? null
    const [, code, pairing] = CODE.exec(await askLine(context, 'Enrollment code', 'secret')) ?? []
    if (code === undefined)
      throw usageError('this is no enrollment code; fairlead machines add LABEL gives one')
    output.note(`Authority   ${origin}`)
    output.note('Account     whoever made this code; it is named when this is done')
    output.note(
      'After this  its devices that this machine knows can start agents and run commands here, as you.',
    )
    if (before) output.note(`Until now   ${before.label} of ${before.owner ?? 'nobody'} at ${before.origin}`)
    if (!(await agreed(context, 'Enroll this machine?', args.switch('yes')))) {
      throw new CliError('declined', 'Nothing was changed.', { exit: exitCodes.cancelled })
    }
    const done = await unwrap(
      daemon.v1.enrollment.put({ origin, code, ...(pairing === undefined ? {} : { pairing }) }),
    )
    if (output.json) output.value(done)
    else output.line(`This machine is ${done.label} of ${done.owner ?? 'nobody yet'} at ${done.origin}.`)
    return exitCodes.ok
  },
}
