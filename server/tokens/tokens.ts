import type { ErrorCode } from '../../shared/errors.ts'
import { type Result, refuse } from '../../shared/errors.ts'
import { CAPABILITY_LIFE_MS } from '../../shared/limits.ts'
import { type Clock, SECOND_MS } from '../../shared/time.ts'
import { issueCapability } from '../../shared/token/issue.ts'
import type { MachineToken, Tokens } from '../../shared/wire/machine.ts'
import { isFresh } from '../auth/fresh.ts'
import type { Caller } from '../auth/principal.ts'
import type { DeviceStore } from '../devices/store.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { MachineKeyStore } from '../machine-keys/store.ts'
import type { Standing } from '../machines/standing.ts'
import type { MachineStore } from '../machines/store.ts'
import type { Keys } from './keys.ts'
import { publicKeyBytes } from './public-key.ts'

export interface TokenDeps {
  machines: MachineStore
  machineKeyStore: MachineKeyStore
  devices: DeviceStore
  standing: Standing
  keys: Keys
  clock: Clock
  limits: Pick<AuthorityLimits, 'freshMs'>
  issuer: string
  relayUrl(): string
}

/** Capabilities for the device of this sign-in, or of this key: one answer a machine, in the order asked. */
export type MintTokens = (who: Caller, machines: readonly string[]) => Result<Tokens>

interface Holder {
  user: string
  device: string
  deviceKey: Uint8Array
  /** Or the key. */
  signIn: string
  fresh: boolean
}

export function createMintTokens(deps: TokenDeps): MintTokens {
  return (who, machines) => {
    if (who.kind === 'key' && !who.key.scopes.includes('circuits')) {
      return refuse('key_scope_missing', 'this key opens no circuits')
    }
    const device = who.device === null ? null : deps.devices.get(who.device, who.user.id)
    const deviceKey = device && publicKeyBytes(device.key)
    if (!device || !deviceKey) {
      return refuse('device_not_found', 'this sign-in has no device: give the password and register one')
    }
    const holder = {
      user: who.user.id,
      device: device.id,
      deviceKey,
      signIn: who.kind === 'key' ? who.key.id : who.signIn.id,
      fresh: who.kind === 'user' && isFresh(who, deps.clock.now(), deps.limits),
    }
    const tokens = machines.map((machine) => mint(deps, holder, machine))
    return { ok: true, value: { issuer: deps.issuer, tokens } }
  }
}

function mint(deps: TokenDeps, holder: Holder, id: string): MachineToken {
  const none = (code: ErrorCode, message: string): MachineToken => ({ machine: id, error: { code, message } })
  const { standing, issuer } = deps
  const machine = deps.machines.visible(id, holder.user)
  // The same answer for no such machine and no grant: ids cannot be tried out here.
  if (!machine) return none('machine_not_found', 'you have no such machine')
  const scopes = standing.scopesNow(holder.user, machine) ?? []
  if (machine.machineKey === null) return none('not_enrolled', 'no daemon has enrolled as this machine yet')
  if (standing.isOwnerDisabled(machine)) return none('owner_disabled', 'the account of its owner is disabled')
  if (standing.isOverLimit(machine)) return none('over_limit', 'its owner runs more machines than allowed')
  if (scopes.length === 0) return none('remote_chat_off', 'its owner has not allowed this from elsewhere')
  const now = deps.clock.now()
  const { user, device, deviceKey, signIn, fresh } = holder
  const capability = issueCapability(
    { issuer, machine: id, user, device, deviceKey, signIn, scopes, fresh, now },
    deps.keys.signerAt(machine.statement),
  )
  const expiresAt = Math.floor(now / SECOND_MS) * SECOND_MS + CAPABILITY_LIFE_MS
  const successors = deps.machineKeyStore.of(id).map(({ jws }) => jws)
  return {
    machine: id,
    capability,
    expiresAt,
    machineKey: machine.machineKey,
    relayUrl: deps.relayUrl(),
    scopes,
    ...(successors.length > 0 && { successors }),
  }
}
