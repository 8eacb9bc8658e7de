import { usageError } from '../cli-error.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { ask, signedIn } from '../remote/account.ts'
import { askFresh } from '../remote/ask-fresh.ts'

export const email: Command = {
  name: 'email',
  summary: 'Show the address of your account; have another one, which a letter to it asks about first.',
  usage: '[ADDRESS | --remove]',
  flags: { remove: { kind: 'switch', about: 'have none; nobody gets back in by letter then' } },
  positionals: { least: 0, most: 1 },
  async run(context, args) {
    const { home, output } = context
    const account = signedIn(home)
    const [address] = args.positionals
    if (address !== undefined && args.switch('remove'))
      throw usageError('usage: fairlead email [ADDRESS | --remove]')
    const me = await (address !== undefined
      ? askFresh(context, account, (authority) => authority.v1.email.put({ email: address }))
      : args.switch('remove')
        ? askFresh(context, account, (authority) => authority.v1.email.delete())
        : ask(home, account, (authority) => authority.v1.me.get()))
    const { email: verified = null, pendingEmail = null } = me
    if (output.json) output.value({ email: verified, pendingEmail })
    else {
      output.line(verified ?? 'no address')
      if (pendingEmail !== null) output.line(`${pendingEmail}: waits for the link in the letter to be opened`)
    }
    return exitCodes.ok
  },
}
