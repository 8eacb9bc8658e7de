/** Who is signed in from this home, and at which authority. */
import { type Static, Type } from '../../../shared/typebox.ts'
import { CliError } from '../cli-error.ts'
import { type Answer, type Authority, connectAuthority, unwrap } from '../client.ts'
import { type PrivateFile, privateFile } from './private-file.ts'

const Account = Type.Object({
  origin: Type.String(),
  issuer: Type.String(),
  user: Type.String(),
  name: Type.String(),
  /** The authority's id of this device; null: it took none, so no machine can be reached. */
  device: Type.Union([Type.String(), Type.Null()]),
  token: Type.String(),
})
export type Account = Static<typeof Account>

export const accountFile = (home: string): PrivateFile<Account> => privateFile(home, 'account.json', Account)

/** Throws `unauthenticated` where nobody is. */
export function signedIn(home: string): Account {
  const account = accountFile(home).read()
  if (account) return account
  throw new CliError('unauthenticated', 'Nobody is signed in here; sign in with: fairlead sign-in')
}

/** A key of a script stands where a sign-in's token does; it is not ours to end. */
export const isKey = ({ token }: Pick<Account, 'token'>): boolean => token.startsWith('fk_')

/** One token a home: the sign-in of before ends. */
export async function replaceAccount(home: string, account: Account): Promise<void> {
  const file = accountFile(home)
  const before = file.read()
  file.write(account)
  // Its authority may be gone, and the sign-in then ends by age.
  if (before && !isKey(before)) await unwrap(connectAuthority(before).v1.logout.post()).catch(() => undefined)
}

/** What ends a sign-in, and nothing else does. */
const SIGNED_OUT = new Set([
  'session_expired',
  'session_revoked',
  'user_disabled',
  'user_deleted',
  'device_revoked',
  'api_key_revoked',
])

/** One request as the account's user. What ends the sign-in is forgotten here too. */
export async function ask<T>(
  home: string,
  account: Account,
  call: (authority: Authority) => Promise<Answer<T>>,
): Promise<NonNullable<T>> {
  try {
    return await unwrap(call(connectAuthority(account)))
  } catch (error) {
    const file = accountFile(home)
    // A late answer about an old token does not end its successor.
    const isOver = error instanceof CliError && SIGNED_OUT.has(error.code)
    if (isOver && file.read()?.token === account.token) file.remove()
    throw error
  }
}
