/** For acts that outlive a sign-in: where the authority wants the password again, it is asked for, and the act repeated. */
import { askLine } from '../ask-line.ts'
import { CliError } from '../cli-error.ts'
import type { Answer, Authority } from '../client.ts'
import type { Context } from '../command.ts'
import { type Account, ask } from './account.ts'

/** One request as the account's user. Throws what `ask` throws; the password comes from the terminal or a pipe. */
export async function askFresh<T>(
  context: Context,
  account: Account,
  call: (authority: Authority) => Promise<Answer<T>>,
): Promise<NonNullable<T>> {
  const { home } = context
  try {
    return await ask(home, account, call)
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'fresh_sign_in_required') throw error
    const password = await askLine(context, `Password of ${account.name}`, 'secret')
    await ask(home, account, (authority) => authority.v1.fresh.post({ password }))
    return await ask(home, account, call)
  }
}
