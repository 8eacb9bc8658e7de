import type { NewDevice, SignedIn } from '../../../shared/wire/identity.ts'
import { askLine } from '../ask-line.ts'
import { usageError } from '../cli-error.ts'
import { connectAuthority, unwrap } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { newPassword } from '../new-password.ts'
import { type Account, accountFile, replaceAccount } from '../remote/account.ts'
import { deviceName, devicePins, publicKeyText } from '../remote/device.ts'
import { listMachines } from '../remote/find-machine.ts'
import { authorityOf, readSetUpLink, type SetUpLink } from '../remote/origin.ts'
import { signInByKey } from '../remote/sign-in-by-key.ts'

export const signIn: Command = {
  name: 'sign-in',
  summary: 'Sign in at an authority, to reach your machines; the password is asked for, or piped in.',
  usage: '[--url ORIGIN] [--name NAME | --set-up LINK | --key]',
  flags: {
    url: { kind: 'value', of: 'ORIGIN', about: 'the authority (default: this home’s, else the last one)' },
    name: { kind: 'value', of: 'NAME', about: 'your name there' },
    'set-up': {
      kind: 'value',
      of: 'LINK',
      about: 'make the first account with a set-up link; - asks for it',
    },
    key: {
      kind: 'switch',
      about: 'be what a key of yours allows (fairlead keys makes one); it is asked for',
    },
  },
  positionals: { least: 0, most: 0 },
  async run(context, args) {
    if (args.switch('key')) return await signInByKey(context, authorityOf(context.home, args.value('url')))
    const link = await linkOf(context, args.value('set-up'))
    const origin = link?.origin ?? authorityOf(context.home, args.value('url'))
    const name = args.value('name') ?? (await askLine(context, 'Name'))
    const password = link ? await newPassword(context) : await askLine(context, 'Password', 'secret')
    const authority = connectAuthority({ origin, token: null })
    const device = offeredDevice(context, origin)
    const said = link
      ? await unwrap(authority.v1['set-up'].post({ token: link.token, name, password, device }))
      : await unwrap(authority.v1.login.post({ name, password, device }))
    const account = await keep(context, origin, said)
    if (link?.pairing) await keepPairing(context, account, link.pairing)
    show(context, account, said)
    return exitCodes.ok
  },
}

async function linkOf(context: Context, given: string | undefined): Promise<SetUpLink | null> {
  if (given === undefined) return null
  return readSetUpLink(given === '-' ? await askLine(context, 'Set-up link', 'secret') : given)
}

function offeredDevice({ home, random }: Context, origin: string): NewDevice {
  const before = accountFile(home).read()
  const id = before?.origin === origin ? before.device : null
  return {
    key: publicKeyText(home, random),
    name: deviceName(),
    platform: `${process.platform} ${process.arch}`,
    ...(id === null ? {} : { id }),
  }
}

/** The sign-in of before ends: one token a home. */
async function keep({ home, output }: Context, origin: string, said: SignedIn): Promise<Account> {
  if (said.token === null) throw usageError('this authority gives no token to a command line')
  const { user, issuer, device, token } = said
  const account = { origin, issuer, user: user.id, name: user.name, device: device?.id ?? null, token }
  await replaceAccount(home, account)
  if (!device) output.note('This account has as many devices as it may; retire one, then sign in again.')
  return account
}

/** The link stands for the machine beside the authority, which is the first one that its maker owns. */
async function keepPairing({ home }: Context, account: Account, secret: string): Promise<void> {
  const [machine] = (await listMachines(home, account)).filter(({ owned }) => owned)
  if (machine) devicePins(home, account.user).keepPairing(machine.id, secret)
}

function show({ output }: Context, account: Account, { user, device }: SignedIn): void {
  if (output.json) output.value({ origin: account.origin, user, device })
  else output.line(`Signed in as ${user.name} at ${account.origin}.`)
}
