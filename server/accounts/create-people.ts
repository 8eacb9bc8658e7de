import type { Random } from '../../shared/ids.ts'
import type { Clock } from '../../shared/time.ts'
import type { AuditStore } from '../audit/store.ts'
import type { Site } from '../auth/site.ts'
import type { Transactor } from '../db/transact.ts'
import type { Devices } from '../devices/devices.ts'
import type { DeviceStore } from '../devices/store.ts'
import type { Enrollment } from '../enrollment/enrollment.ts'
import type { GrantStore } from '../grants/store.ts'
import { createApiKeys } from '../keys/keys.ts'
import type { ApiKeyStore } from '../keys/store.ts'
import type { AuthorityLimits } from '../limits.ts'
import { createLocalMachine } from '../machines/local.ts'
import type { MachineStore } from '../machines/store.ts'
import type { Outbox } from '../mail/ports.ts'
import type { Hasher } from '../passwords/hasher.ts'
import { createPasswords } from '../passwords/passwords.ts'
import type { Revoke } from '../revocations/revoke.ts'
import { createThrottle } from '../throttle/throttle.ts'
import { createAccounts } from './accounts.ts'
import { createChangePassword } from './password-change.ts'
import { createFirstAdmin } from './set-up.ts'
import type { SetUpStore } from './set-up-store.ts'
import type { SignInStore } from './sign-in-store.ts'
import { createSignIns } from './sign-ins.ts'
import { createThrottling } from './throttling.ts'
import type { UserStore } from './user-store.ts'

export interface PeopleDeps {
  users: UserStore
  signIns: SignInStore
  links: SetUpStore
  devices: DeviceStore
  machines: MachineStore
  grants: GrantStore
  audit: AuditStore
  apiKeys: ApiKeyStore
  transact: Transactor
  revoke: Revoke
  clock: Clock
  random: Random
  limits: AuthorityLimits
  issuer: string
  site: Site
  hasher: Hasher
  deviceActs: Devices
  enrollment: Enrollment
  outbox: Pick<Outbox, 'put'>
}

/** Accounts, what lets somebody into them, and what makes the first. */
export function createPeople(deps: PeopleDeps) {
  const { limits, users } = deps
  const signIns = createSignIns(deps)
  const passwords = createPasswords(deps.hasher, limits)
  const throttle = createThrottle(deps.clock, limits.throttleKeys)
  const throttling = createThrottling(throttle, limits)
  const named = {
    ...deps,
    signInStore: deps.signIns,
    deviceStore: deps.devices,
    devices: deps.deviceActs,
    signIns,
    passwords,
    throttling,
  }
  const accounts = createAccounts(named)
  const local = createLocalMachine({ ...deps, hasUsers: users.any })
  return {
    signIns,
    passwords,
    throttle,
    throttling,
    accounts,
    changePassword: createChangePassword({ ...named, endSignIns: signIns.endSignIns }),
    apiKeys: createApiKeys(deps),
    local,
    firstAdmin: createFirstAdmin({ ...deps, accounts, local, passwords }),
  }
}
