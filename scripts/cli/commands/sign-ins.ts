import type { SignIn } from '../../../shared/wire/account.ts'
import { usageError } from '../cli-error.ts'
import { segment } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type Account, ask, signedIn } from '../remote/account.ts'
import { tableOf } from '../table.ts'

export const signIns: Command = {
  name: 'sign-ins',
  summary: 'List where you are signed in; end one of them, or all but this one.',
  usage: '[end ID | end-others]',
  flags: {},
  positionals: { least: 0, most: 2 },
  async run(context, args) {
    const account = signedIn(context.home)
    const [act, id] = args.positionals
    if (act === undefined) return await list(context, account)
    if (act === 'end' && id !== undefined) return await end(context, account, id)
    if (act === 'end-others' && id === undefined) return await endOthers(context, account)
    throw usageError('usage: fairlead sign-ins [end ID | end-others]')
  },
}

async function list({ home, output }: Context, account: Account): Promise<ExitCode> {
  const { signIns: all } = await ask(home, account, (authority) => authority.v1['sign-ins'].get())
  if (output.json) output.value(all)
  else
    for (const line of tableOf(['ID', 'DEVICE', 'SINCE', 'LAST USED', ''], all.map(rowOf))) output.line(line)
  return exitCodes.ok
}

const rowOf = ({ id, device, createdAt, usedAt, current }: SignIn): string[] => [
  id,
  device ?? 'no device',
  new Date(createdAt).toISOString(),
  new Date(usedAt).toISOString(),
  current ? 'this one' : '',
]

async function end({ home, output }: Context, account: Account, id: string): Promise<ExitCode> {
  const ended = await ask(home, account, (authority) =>
    authority.v1['sign-ins']({ signIn: segment(id) }).delete(),
  )
  if (output.json) output.value(ended)
  else output.line('Ended; what it had open is closed.')
  return exitCodes.ok
}

async function endOthers({ home, output }: Context, account: Account): Promise<ExitCode> {
  const { ended } = await ask(home, account, (authority) => authority.v1['sign-ins'].delete())
  if (output.json) output.value({ ended })
  else output.line(ended === 0 ? 'There was no other.' : `${ended} ended; this one goes on.`)
  return exitCodes.ok
}
