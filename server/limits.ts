/**
 * Every bound of the authority, with what happens past it. `createAuthority` takes them as an argument so that a test
 * can shrink one.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../shared/time.ts'

const KIB = 1024
const MIB = 1024 * KIB

export const authorityLimits = {
  /** A body of a route that asks for no sign-in. Past it: 413 body_too_large. */
  publicBodyBytes: 64 * KIB,
  /** A body of a signed-in route. Past it: 413 body_too_large. */
  signedInBodyBytes: 256 * KIB,
  /** What the listener itself takes, so that a body over the bounds above gets its refusal with a code. */
  listenerBodyBytes: 4 * MIB,
  /** Sign-ins a user. Past it the oldest ends. */
  signIns: 10,
  /** A sign-in that is not used this long is over; using it begins the time again. */
  signInMs: 30 * DAY_MS,
  /** The use of a sign-in is written down at most this often. */
  touchMs: 1 * MINUTE_MS,
  /** A cookie is handed out again once it is this old, so that it lives as long as its sign-in. */
  cookieAgeMs: 1 * DAY_MS,
  /** What outlives a sign-in needs a password this young. Past it: 403 fresh_sign_in_required. */
  freshMs: 10 * MINUTE_MS,
  /** Devices a user. Past it: 409 device_limit. */
  devices: 20,
  /** A device unused this long, with no live sign-in, retires by age. */
  deviceIdleMs: 30 * DAY_MS,
  /** Live keys of scripts a user. Past it: 409 key_limit. */
  apiKeys: 10,
  /** Machines a user, however high the limit an operator set. Past it: 409 machine_limit. */
  machines: 50,
  /** People that a machine is shared with, beside its owner. Past it: 409 machine_limit. */
  grantees: 50,
  /** One letter to the mail host, all of it. Past it the connection is ended. */
  mailMs: 90 * SECOND_MS,
  /** Tries of a letter. Past it it is given up. */
  mailTries: 8,
  /** Between two tries of a letter: doubled by each, up to the most. */
  mailRetryLeastMs: 30 * SECOND_MS,
  mailRetryMostMs: 1 * HOUR_MS,
  /** Failures of the mail host in a row. At it nothing is tried for `mailBreakMs`. */
  mailFailures: 5,
  mailBreakMs: 15 * MINUTE_MS,
  /** How long letters that let somebody in wait once the mail host was changed. */
  mailHoldMs: 24 * HOUR_MS,
  /** Between two looks whether a mail host is set, while a letter waits. */
  mailLookMs: 1 * MINUTE_MS,
  /** A password, in characters. */
  passwordLeast: 12,
  passwordMost: 128,
  /** Password hashes at once, and the share of routes that ask for no sign-in. Past it a hash waits. */
  hashesAtOnce: 4,
  publicHashesAtOnce: 2,
  /** Hashes that wait, without and with a sign-in. Past it: 503 overloaded. */
  publicHashWaiters: 16,
  signedInHashWaiters: 32,
  /** What Retry-After says of an overload. */
  overloadedMs: 1 * SECOND_MS,
  /** Failed sign-ins with one name from one address in `loginWindowMs`. At it: 429 throttled. */
  loginFailures: 5,
  /** Failed sign-ins from one address in `loginWindowMs`. At it: 429 throttled. */
  addressFailures: 30,
  loginWindowMs: 15 * MINUTE_MS,
  /** How long the first failure too many is answered with 429; each more doubles it, up to the second. */
  blockLeastMs: 30 * SECOND_MS,
  blockMostMs: 15 * MINUTE_MS,
  /** Failed sign-ins with one name in a day. At it only known devices get in. */
  nameFailuresADay: 100,
  /** Names and addresses whose failures are remembered. Past it the ones that ended longest ago go. */
  throttleKeys: 20_000,
  /** Signed-in writes of a kind, and token requests, a user in `rateWindowMs`. Past it: 429 throttled. */
  writesAMinute: 60,
  rateWindowMs: 1 * MINUTE_MS,
  rateRetryMs: 10 * SECOND_MS,
  /** Lives of what is shown once. Past it: 409 code_unusable. */
  enrollmentCodeMs: 1 * HOUR_MS,
  setUpLinkMs: 1 * HOUR_MS,
  confirmMs: 24 * HOUR_MS,
  verifyMs: 24 * HOUR_MS,
  resetMs: 1 * HOUR_MS,
  inviteMs: 48 * HOUR_MS,
  /** How long the address of before may take a change back. */
  undoMs: 7 * DAY_MS,
  /** Letters of one kind that somebody asked for, to an address in `letterWindowMs`. Past it none is sent. */
  lettersAnAddress: 3,
  letterWindowMs: 1 * HOUR_MS,
  /** How long what has ended (sign-ins, codes, links) stays in its table. */
  endedRowsMs: 30 * DAY_MS,
  /** Between two looks for what has ended or retires by age. */
  sweepMs: 6 * HOUR_MS,
  /** A connection with nothing on it this long is closed. */
  idleConnectionMs: 120 * SECOND_MS,
} as const

type Numbers<T> = { readonly [K in keyof T]: number }
export type AuthorityLimits = Numbers<typeof authorityLimits>
