/** A machine's connection to its relay, as a person may be told of it. Instants are milliseconds since 1970. */
import type { RelayCode } from '../../shared/relay/close-codes.ts'
import type { TunnelStatus } from '../../shared/wire/status.ts'

export type TunnelState =
  /** Not enrolled, or ending. */
  | { state: 'off' }
  | { state: 'connecting' }
  | { state: 'online'; since: number }
  /** Something that passes by itself. */
  | { state: 'waiting'; until: number; why: string }
  /** Another daemon with this machine's key is connected now. */
  | { state: 'displaced'; until: number }
  /** Something that somebody has to change; it is tried again all the same, seldom. */
  | { state: 'refused'; code: TunnelRefusal; until: number }

export type TunnelRefusal = RelayCode | 'relay_url_invalid'

/** How a tunnel ended; `why` is a few words. */
export interface TunnelEnd {
  code: TunnelRefusal | null
  why: string
  /** It had been welcomed. */
  wasOnline: boolean
}

const CURED_BY_TIME: ReadonlySet<TunnelRefusal> = new Set<TunnelRefusal>([
  'machine_offline',
  'connection_lost',
  'server_shutdown',
  'expired',
  'idle',
  'too_many_sockets',
  'over_budget',
  'accept_timeout',
])

export type Prospect = 'passes' | 'stays' | 'displaced'

/** Whether a tunnel that ended like this may simply be tried again. */
export function prospectOf({ code }: TunnelEnd): Prospect {
  if (code === 'displaced') return 'displaced'
  return code === null || CURED_BY_TIME.has(code) ? 'passes' : 'stays'
}

const WORDS: Partial<Record<TunnelRefusal, string>> = {
  relay_url_invalid: 'the relay’s address is no address: enroll this machine again',
  unauthenticated: 'the relay does not know this machine’s key, or is another one: enroll it again',
  machine_revoked: 'this machine was removed from its account: enroll it again',
  owner_disabled: 'the account of this machine’s owner is switched off',
  user_disabled: 'the account of this machine’s owner is switched off',
  over_limit: 'the account has more machines than it may use',
  version_unsupported: 'the relay speaks another version: update this machine or the relay',
}

const wordsOf = (code: TunnelRefusal): string => WORDS[code] ?? `the relay refused this machine: ${code}`

export function tunnelStatus(now: TunnelState): TunnelStatus {
  switch (now.state) {
    case 'off':
    case 'connecting':
      return { state: now.state }
    case 'online':
      return { state: now.state, at: now.since }
    case 'waiting':
      return { state: now.state, at: now.until, why: now.why }
    case 'displaced':
      return {
        state: now.state,
        at: now.until,
        code: 'displaced',
        why: 'another daemon with this machine’s key took its place: is there a copy of this home?',
      }
    case 'refused':
      return { state: now.state, at: now.until, code: now.code, why: wordsOf(now.code) }
  }
}
