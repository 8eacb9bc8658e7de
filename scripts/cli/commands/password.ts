import { askLine } from '../ask-line.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { newPassword } from '../new-password.ts'
import { ask, signedIn } from '../remote/account.ts'

export const password: Command = {
  name: 'password',
  summary: 'Change your password at the authority; both are asked for, or piped in, a line each.',
  usage: '',
  flags: {},
  positionals: { least: 0, most: 0 },
  async run(context) {
    const { home, output } = context
    const account = signedIn(home)
    const current = await askLine(context, 'Password now', 'secret')
    const next = await newPassword(context)
    const me = await ask(home, account, (authority) =>
      authority.v1.password.post({ current, password: next }),
    )
    if (output.json) output.value(me)
    else output.line('Changed. Every other sign-in of yours has ended; keys of scripts still work.')
    return exitCodes.ok
  },
}
