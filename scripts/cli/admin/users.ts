import type { Invited, UserChange } from '../../../shared/wire/admin.ts'
import type { Args } from '../args.ts'
import { wholeNumber } from '../args.ts'
import { agreed } from '../ask-line.ts'
import { usageError } from '../cli-error.ts'
import { segment } from '../client.ts'
import type { Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type Account, ask } from '../remote/account.ts'
import { askFresh } from '../remote/ask-fresh.ts'
import { type AdminVerb, say, timeOf } from './act.ts'
import { findUser } from './find.ts'
import { userLines } from './user-lines.ts'

const change = (
  usage: string,
  most: 1 | 2,
  read: (word: string | undefined) => UserChange,
  said: string,
): AdminVerb => ({
  usage,
  words: { least: most, most },
  async run(context, account, [name = '', word]) {
    const body = read(word)
    const { id } = await findUser(context, account, name)
    const user = await askFresh(context, account, (authority) =>
      authority.v1.admin.users({ user: segment(id) }).patch(body),
    )
    return say(context, user, [`${user.name}: ${said}`])
  },
})

function onOff(word: string | undefined): boolean {
  if (word !== 'on' && word !== 'off') throw usageError('it is on or off')
  return word === 'on'
}

const limitOf = (word: string | undefined): UserChange => ({
  machineLimit: word === 'default' ? null : (wholeNumber('the limit', word) ?? null),
})

export const userVerbs: Readonly<Record<string, AdminVerb>> = {
  users: {
    usage: 'users',
    words: { least: 0, most: 0 },
    async run(context, account) {
      const { users } = await ask(context.home, account, (authority) => authority.v1.admin.users.get())
      return say(context, users, userLines(users))
    },
  },
  invite: { usage: 'invite NAME [--email ADDRESS] [--as-admin]', words: { least: 1, most: 1 }, run: invite },
  disable: change(
    'disable NAME',
    1,
    () => ({ disabled: true }),
    'disabled; what they and their machines had open is closed.',
  ),
  enable: change(
    'enable NAME',
    1,
    () => ({ disabled: false }),
    'enabled; their machines come back by themselves.',
  ),
  admin: change('admin NAME on|off', 2, (word) => ({ admin: onOff(word) }), 'changed.'),
  limit: change('limit NAME N|default', 2, limitOf, 'changed; machines over it are not reached.'),
  delete: { usage: 'delete NAME [--yes]', words: { least: 1, most: 1 }, run: remove },
}

/** Makes the account; where it is there and nobody has come yet, invites anew. */
async function invite(
  context: Context,
  account: Account,
  [name = '']: string[],
  args: Args,
): Promise<ExitCode> {
  const { users } = await ask(context.home, account, (authority) => authority.v1.admin.users.get())
  const there = users.find((user) => user.name === name.toLowerCase())
  const email = args.value('email')
  const body = { name, admin: args.switch('as-admin'), ...(email === undefined ? {} : { email }) }
  const invited = await askFresh<Invited>(context, account, (authority) =>
    there
      ? authority.v1.admin.users({ user: segment(there.id) }).invite.post()
      : authority.v1.admin.users.post(body),
  )
  const { user, link, expiresAt, mailed } = invited
  if (context.output.json) return say(context, invited, [])
  if (mailed) return say(context, invited, [`${user.name} is invited by letter to ${user.email}.`])
  context.output.note(`Give ${user.name} this link; it works once, until ${timeOf(expiresAt)}:`)
  return say(context, invited, [link ?? ''])
}

async function remove(
  context: Context,
  account: Account,
  [name = '']: string[],
  args: Args,
): Promise<ExitCode> {
  const user = await findUser(context, account, name)
  const question = `Delete ${user.name} for good, and revoke their ${user.machines} machines?`
  if (!(await agreed(context, question, args.switch('yes')))) return exitCodes.cancelled
  const gone = await askFresh(context, account, (authority) =>
    authority.v1.admin.users({ user: segment(user.id) }).delete(),
  )
  const labels = gone.machinesRevoked.map(({ label }) => label).join(', ')
  return say(context, gone, [labels === '' ? 'Deleted.' : `Deleted; revoked: ${labels}.`])
}
