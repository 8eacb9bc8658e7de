import type { Random } from '../../shared/ids.ts'
import type { UserStore } from '../accounts/user-store.ts'
import type { PageStore } from '../audit/page-store.ts'
import { createRecords } from '../audit/pages.ts'
import type { AuditStore } from '../audit/store.ts'
import type { Transactor } from '../db/transact.ts'
import type { Enrollment } from '../enrollment/enrollment.ts'
import { createGrants } from '../grants/grants.ts'
import type { GrantStore } from '../grants/store.ts'
import type { AuthorityLimits } from '../limits.ts'
import { createMachineKeys } from '../machine-keys/machine-keys.ts'
import type { MachineKeyStore } from '../machine-keys/store.ts'
import { createProvisioning } from '../provisioning/provisioning.ts'
import type { ProvisioningKeyStore } from '../provisioning/store.ts'
import type { Relay } from '../relay/ports.ts'
import type { Revoke } from '../revocations/revoke.ts'
import type { RevocationStore } from '../revocations/store.ts'
import { createAdminMachines } from './admin-machines.ts'
import { createMachineEnds } from './machine-ends.ts'
import { createMachines } from './machines.ts'
import type { Standing } from './standing.ts'
import type { MachineStore } from './store.ts'

export interface FleetDeps {
  machines: MachineStore
  grants: GrantStore
  users: UserStore
  revocations: RevocationStore
  audit: AuditStore
  pages: PageStore
  provisioningKeys: ProvisioningKeyStore
  machineKeyStore: MachineKeyStore
  enrollment: Enrollment
  standing: Standing
  relay: Relay
  revoke: Revoke
  transact: Transactor
  random: Random
  limits: AuthorityLimits
  issuer: string
}

/** Machines, who may use them, and what is on record of them. */
export function createFleet(deps: FleetDeps) {
  const machineEnds = createMachineEnds(deps)
  const all = { ...deps, machineEnds }
  return {
    machineEnds,
    machines: createMachines(all),
    adminMachines: createAdminMachines(all),
    grants: createGrants(deps),
    records: createRecords(deps),
    provisioning: createProvisioning(all),
    machineKeys: createMachineKeys(deps),
  }
}
