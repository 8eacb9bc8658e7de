/** Ways in for somebody without a sign-in: making an account, and getting back into one. */
import { type Static, Type } from '../typebox.ts'
import { ApiKey, Email, Password } from './account.ts'
import { NewDevice, SignedIn, USER_NAME_PATTERN } from './identity.ts'

export const Registration = Type.Union([Type.Literal('closed'), Type.Literal('invite'), Type.Literal('open')])
export type Registration = Static<typeof Registration>

/** What anybody may know of this authority. */
export const Instance = Type.Object({
  registration: Registration,
  /** Whether it sends letters, so that a forgotten password can be set anew. */
  mail: Type.Boolean(),
  /** Of the addresses that may sign up; empty: any. */
  domains: Type.Array(Type.String()),
})
export type Instance = Static<typeof Instance>

const Token = Type.String({ minLength: 1, maxLength: 64 })
const UserName = Type.String({ pattern: USER_NAME_PATTERN })

/** The password is chosen by whoever follows the link: it is theirs alone, whoever asked for the letter. */
export const Register = Type.Object({ name: UserName, email: Email })
export type Register = Static<typeof Register>
export const Forgot = Type.Object({ email: Email })
export type Forgot = Static<typeof Forgot>
/** The same, whatever was known. */
export const Sent = Type.Object({ sent: Type.Literal(true) })
export type Sent = Static<typeof Sent>

/** `name`: another one, where the first was taken meanwhile (`user_exists`). */
export const Confirm = Type.Object({
  token: Token,
  password: Password,
  name: Type.Optional(UserName),
  device: Type.Optional(NewDevice),
})
export type Confirm = Static<typeof Confirm>

export const SetPassword = Type.Object({
  token: Token,
  password: Password,
  device: Type.Optional(NewDevice),
})
export type SetPassword = Static<typeof SetPassword>

/** Every sign-in ended; the keys are still good, and are for a person to look at. */
export const ResetDone = Type.Composite([SignedIn, Type.Object({ keys: Type.Array(ApiKey) })])
export type ResetDone = Static<typeof ResetDone>

export const MailToken = Type.Object({ token: Token })
export type MailToken = Static<typeof MailToken>
/** The account's verified address now; null: none. */
export const EmailNow = Type.Object({ email: Type.Union([Email, Type.Null()]) })
export type EmailNow = Static<typeof EmailNow>
