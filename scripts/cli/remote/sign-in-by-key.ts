import { askLine } from '../ask-line.ts'
import { CliError, usageError } from '../cli-error.ts'
import { connectAuthority, unwrap } from '../client.ts'
import type { Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { replaceAccount } from './account.ts'
import { publicKeyText } from './device.ts'

/** Keeps a key of a script as the account of this home, so that every verb does what the key allows. */
export async function signInByKey(context: Context, origin: string): Promise<ExitCode> {
  const { home, output, random } = context
  const token = await askLine(context, 'Key', 'secret')
  if (!token.startsWith('fk_')) throw usageError('this is no key; fairlead keys makes one')
  const { user, issuer, device } = await unwrap(connectAuthority({ origin, token }).v1.me.get())
  // A capability would be bound to a key that this home does not hold.
  if (device !== null && device.key !== publicKeyText(home, random)) {
    throw new CliError('wrong_device', 'This key was made for another device than this home is.')
  }
  const { id, name } = user
  await replaceAccount(home, { origin, issuer, user: id, name, device: device?.id ?? null, token })
  if (output.json) output.value({ origin, user, device })
  else output.line(`What this home asks of ${origin}, it asks with a key of ${name}.`)
  return exitCodes.ok
}
