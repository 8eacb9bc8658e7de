/** `fairlead devices lock on|off`: whether a machine lets in only what is in its own list. */
import { agreed } from './ask-line.ts'
import { CliError } from './cli-error.ts'
import { unwrap } from './client.ts'
import type { Context } from './command.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { afterPassword } from './remote/after-password.ts'

const OFF =
  'This gives up what keeps the authority itself out: whoever runs it, or breaks into it, can then sign a device\n' +
  'in as you and use this machine. Nobody would have to approve that.'
const ON = 'Only the devices in the list stay; any other loses its connection and waits to be approved.'

export async function turnLock(context: Context, on: boolean, saidYes: boolean): Promise<ExitCode> {
  const { output } = context
  output.note(on ? ON : OFF)
  if (!(await agreed(context, `Turn the lock ${on ? 'on' : 'off'}?`, saidYes))) {
    throw new CliError('declined', 'Nothing was changed.', { exit: exitCodes.cancelled })
  }
  const lock = await afterPassword(context, (daemon) => unwrap(daemon.v1.lock.put({ on })))
  if (output.json) output.value(lock)
  else
    output.line(lock.on ? 'The lock is on.' : 'The lock is off: whatever the authority signs for is let in.')
  return exitCodes.ok
}
