/** The machine of role `all`: enrolled by itself at the authority beside it, and given to whoever sets that up. */
import type { Clock } from '../../shared/time.ts'
import type { EnrollHere, Pairing } from '../../shared/wire/lock.ts'
import { cliLimits } from './limits.ts'
import { pause } from './pause.ts'

/** What a running authority and a running daemon show of themselves; the roles know the rest. */
export interface AuthorityBeside {
  url: string
  origin: string
  issuer: string
  relayUrl: string
  setUpLink(): string | null
  localMachine(): { machine: string; code: string } | null
}

interface Enrolled {
  machine: string
  issuer: string
  origin: string
  relayUrl: string
}

export interface DaemonBeside {
  enrolled(): Enrolled | null
  enroll(wanted: EnrollHere): Promise<{ ok: true } | { ok: false; error: { message: string } }>
  newPairing(): Pairing
  tunnelState(): { state: string }
}

/** Enrolls the daemon where that is missing or out of date; a sentence where it could not be. */
export async function enrollBeside(daemon: DaemonBeside, authority: AuthorityBeside): Promise<string | null> {
  if (!isOutOfDate(daemon.enrolled(), authority)) return null
  const local = authority.localMachine()
  if (!local) return 'This machine was removed from its account; enroll it again with: fairlead enroll'
  const enrolled = await daemon.enroll({ origin: authority.url, code: local.code })
  return enrolled.ok ? null : `This machine could not be enrolled: ${enrolled.error.message}`
}

/** A machine that is another authority's stays that one's. */
function isOutOfDate(enrolled: Enrolled | null, authority: AuthorityBeside): boolean {
  if (!enrolled) return true
  const { issuer, origin, relayUrl } = enrolled
  if (issuer === authority.issuer) return relayUrl !== authority.relayUrl || origin !== authority.origin
  return origin === authority.origin
}

/**
 * While nobody has an account: the link that makes the first one. What the machine beside it knows and the authority does
 * not stands after the token, in the fragment, which no browser sends.
 */
export function setUpLinkOf(authority: AuthorityBeside, daemon: DaemonBeside): string | null {
  const link = authority.setUpLink()
  if (link === null) return null
  const isItsOwn = daemon.enrolled()?.issuer === authority.issuer
  return `${authority.origin}${link}${isItsOwn ? `.${daemon.newPairing().secret}` : ''}`
}

const PASSING = new Set(['connecting', 'waiting'])

/** Waits for the tunnel of an enrolled machine, but not for one that will not come; a sentence without it. */
export async function tunnelSettled(daemon: DaemonBeside, clock: Clock): Promise<string | null> {
  if (!daemon.enrolled()) return null
  const until = clock.now() + cliLimits.tunnelMs
  while (PASSING.has(daemon.tunnelState().state) && clock.now() < until) {
    await pause(clock, cliLimits.tunnelPollMs)
  }
  const { state } = daemon.tunnelState()
  return state === 'online' ? null : `The tunnel is not up (${state}); fairlead status says why.`
}
