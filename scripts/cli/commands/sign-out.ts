import { CliError } from '../cli-error.ts'
import { connectAuthority, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { accountFile, isKey, signedIn } from '../remote/account.ts'

export const signOut: Command = {
  name: 'sign-out',
  summary: 'End the sign-in of this home; its circuits end with it.',
  usage: '',
  flags: {},
  positionals: { least: 0, most: 0 },
  async run({ home, output }) {
    const account = signedIn(home)
    try {
      if (!isKey(account)) await unwrap(connectAuthority(account).v1.logout.post())
    } catch (error) {
      // A sign-in that is over already is what was asked for; one that nobody could end is kept, and said.
      if (!(error instanceof CliError) || error.exit === exitCodes.unreachable) throw error
    }
    accountFile(home).remove()
    if (output.json) output.value({ signedOut: true })
    else
      output.line(
        isKey(account) ? 'The key is forgotten here, and still good.' : `Signed out of ${account.origin}.`,
      )
    return exitCodes.ok
  },
}
