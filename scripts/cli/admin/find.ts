import type { AdminMachine, AdminUser } from '../../../shared/wire/admin.ts'
import { CliError } from '../cli-error.ts'
import type { Context } from '../command.ts'
import { type Account, ask } from '../remote/account.ts'

/** By name or id. */
export async function findUser(context: Context, account: Account, words: string): Promise<AdminUser> {
  const { users } = await ask(context.home, account, (authority) => authority.v1.admin.users.get())
  const user = users.find(({ id, name }) => id === words || name === words.toLowerCase())
  if (user) return user
  throw new CliError('user_not_found', `Nobody here is called ${words}.`)
}

/** By id, or by a label that only one has. */
export async function findAnyMachine(
  context: Context,
  account: Account,
  words: string,
): Promise<AdminMachine> {
  const { machines } = await ask(context.home, account, (authority) => authority.v1.admin.machines.get())
  const found = machines.filter(({ id, label }) => id === words || label === words)
  const [machine, ...others] = found
  if (!machine) throw new CliError('machine_not_found', `There is no machine ${words}.`)
  if (others.length === 0) return machine
  throw new CliError('ambiguous', `${found.length} machines are called ${words}: say its id.`)
}
