/**
 * What the relay asks of rows, read when it is asked: nothing here is remembered from one question to the next, which is
 * what makes a revocation hold at once.
 */
import { type AppError, type Result, refuse } from '../shared/errors.ts'
import { isKeyId } from '../shared/ids.ts'
import { isRelayCode } from '../shared/relay/close-codes.ts'
import { type Clock, SECOND_MS } from '../shared/time.ts'
import { CAPABILITY_TYP, type Capability } from '../shared/token/claims.ts'
import { readJws, verifyJws } from '../shared/token/jws.ts'
import { nodeVerifier } from '../shared/token/node-verifier.ts'
import { thumbprint } from '../shared/token/thumbprint.ts'
import { checkCapability } from '../shared/token/verify.ts'
import type { SignInStore } from './accounts/sign-in-store.ts'
import type { UserStore } from './accounts/user-store.ts'
import type { AuditStore } from './audit/store.ts'
import type { DeviceStore } from './devices/store.ts'
import type { ApiKeyStore } from './keys/store.ts'
import type { Standing } from './machines/standing.ts'
import type { MachineRow, MachineStore } from './machines/store.ts'
import type { Authorization, CircuitSubject, Judged } from './relay/ports.ts'
import type { RevocationStore } from './revocations/store.ts'
import type { Keys } from './tokens/keys.ts'
import { publicKeyBytes } from './tokens/public-key.ts'

export interface AuthorizationDeps {
  issuer: string
  relayHost: string | null
  users: UserStore
  signIns: SignInStore
  apiKeys: ApiKeyStore
  devices: DeviceStore
  machines: MachineStore
  revocations: RevocationStore
  audit: AuditStore
  standing: Standing
  keys: Keys
  clock: Clock
}

export function createAuthorization(deps: AuthorizationDeps): Authorization {
  const { machines, revocations, audit, keys, clock } = deps
  return {
    issuer: () => deps.issuer,
    relayHost: () => deps.relayHost,
    tunnel(id) {
      const machine = machines.get(id)
      const signKey = machine?.signKey ? publicKeyBytes(machine.signKey) : null
      if (machine?.revokedAt === null && signKey) {
        return lamed(deps, machine) ?? { ok: true, value: { signKey } }
      }
      return machine && machine.revokedAt !== null
        ? no('machine_revoked', 'this machine was revoked')
        : no('unauthenticated', 'no machine is enrolled under this id')
    },
    circuit(token) {
      const judged = judgeCapability(deps, token)
      if (!judged.ok) return inRelayWords(judged.error)
      const { aud: machine, sub, dev, sid, scp: scopes, exp, cnf } = judged.value
      const subject = { machine, sub, dev, sid, scopes, expiresAt: exp * SECOND_MS }
      return refusedNow(deps, subject, cnf.jkt) ?? { ok: true, value: subject }
    },
    stillHolds(subject) {
      const refused = refusedNow(deps, subject, null)
      return refused === null ? null : refused.code
    },
    statementsFor: (id) =>
      keys.statementsAfter(machines.get(id)?.statement ?? 0).map(({ number, jws }) => ({ number, jws })),
    // What was never said cannot have been heard.
    statementAcked: (id, number) => machines.acknowledged(id, Math.min(number, keys.newest())),
    revocationsFor: (id) => revocations.of(id),
    revocationAcked: (id, revocation) => revocations.acknowledged(id, revocation),
    seen(id, facts) {
      machines.seen(id, clock.now())
      if (facts) machines.announced(id, facts)
    },
    circuitOpened: ({ sub: user, dev: device, machine }) =>
      audit.circuitOpened({ user, device, machine, at: clock.now() }),
    circuitClosed: (row, reason, bytes) =>
      audit.circuitClosed(row, { at: clock.now(), reason, up: bytes.up, down: bytes.down }),
  }
}

type Refused = Extract<Judged<never>, { ok: false }>

const no = (code: Refused['code'], message: string): Refused => ({ ok: false, code, message })

/** Claims before the signature, because they are cheaper; what is admitted was verified. */
function judgeCapability({ issuer, keys, clock }: AuthorizationDeps, token: string): Result<Capability> {
  const read = readJws(token, CAPABILITY_TYP)
  if (!read.ok) return read
  const { aud } = read.value.payload
  if (typeof aud !== 'string') return refuse('token_malformed', 'the token names no machine')
  const checked = checkCapability(read.value.payload, { now: clock.now(), issuer, audience: aud })
  if (!checked.ok) return checked
  const verified = verifyJws(token, CAPABILITY_TYP, keys.all(), nodeVerifier)
  return verified.ok ? checked : verified
}

/** What the relay's list of codes does not have is a token that is not valid. */
const inRelayWords = ({ code, message }: AppError): Refused =>
  no(isRelayCode(code) ? code : 'token_invalid', message)

/** Whatever would keep this from being granted again now. `jkt`: the thumbprint that the token was bound to. */
function refusedNow(deps: AuthorizationDeps, subject: CircuitSubject, jkt: string | null): Refused | null {
  return personLost(deps, subject) ?? deviceLost(deps, subject, jkt) ?? machineLost(deps, subject)
}

function personLost(deps: AuthorizationDeps, { sub, sid }: CircuitSubject): Refused | null {
  const { users, apiKeys } = deps
  if (users.wasDeleted(sub)) return no('user_deleted', 'this account was deleted')
  const user = users.get(sub)
  if (user?.disabledAt !== null) return no('user_disabled', 'this account is disabled')
  if (!isKeyId(sid)) return signInLost(deps, sid, sub)
  return apiKeys.get(sid, sub)?.revokedAt === null
    ? null
    : no('api_key_revoked', 'the key of this capability was revoked')
}

function signInLost({ signIns, clock }: AuthorizationDeps, sid: string, sub: string): Refused | null {
  const signIn = signIns.get(sid, sub)
  // A retired device ends its sign-ins, and is the better reason.
  if (signIn?.endedWhy === 'device_retired') return no('device_revoked', 'this device was retired')
  if (signIn?.endedAt !== null) return no('session_revoked', 'the sign-in of this capability was ended')
  return signIn.expiresAt <= clock.now()
    ? no('session_expired', 'the sign-in of this capability is over')
    : null
}

function deviceLost(
  { devices, signIns, apiKeys }: AuthorizationDeps,
  { sub, dev, sid }: CircuitSubject,
  jkt: string | null,
): Refused | null {
  const device = devices.get(dev, sub)
  if (device?.retiredAt !== null) return no('device_revoked', 'this device was retired')
  const key = publicKeyBytes(device.key)
  if (jkt !== null && (!key || thumbprint('X25519', key) !== jkt)) {
    return no('stale_capability', 'the device has another key than this capability')
  }
  const holder = isKeyId(sid) ? apiKeys.get(sid, sub) : signIns.get(sid, sub)
  return holder?.device === dev
    ? null
    : no('stale_capability', 'the sign-in has another device than this capability')
}

function machineLost(deps: AuthorizationDeps, { machine: id, sub, scopes }: CircuitSubject): Refused | null {
  const machine = deps.machines.get(id)
  if (machine && machine.revokedAt !== null) return no('machine_revoked', 'this machine was revoked')
  const now = machine && deps.standing.scopesNow(sub, machine)
  if (!machine || !now) return no('grant_missing', 'there is no grant on this machine')
  const lame = lamed(deps, machine)
  if (lame) return lame
  return scopes.every((scope) => now.includes(scope))
    ? null
    : no('stale_capability', 'this capability allows more than is allowed now: ask for another')
}

/** What switches a machine off for everybody until its owner's account allows it again. */
function lamed({ standing }: AuthorizationDeps, machine: MachineRow): Refused | null {
  if (standing.isOwnerDisabled(machine)) return no('owner_disabled', 'the account of its owner is disabled')
  return standing.isOverLimit(machine) ? no('over_limit', 'its owner runs more machines than allowed') : null
}
