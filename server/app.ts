import { Elysia } from 'elysia'
import type { Logger } from 'pino'
import { errorPlugin } from '../shared/http/errors.ts'
import { peopleRoutes } from './accounts/people-routes.ts'
import { type AccountRouteDeps, accountRoutes, callerRoutes, visitorRoutes } from './accounts/routes.ts'
import { signInRoutes } from './accounts/sign-in-routes.ts'
import type { SignIns } from './accounts/sign-ins.ts'
import { type AdminRouteDeps, adminRoutes } from './admin/routes.ts'
import type { Records } from './audit/pages.ts'
import { recordRoutes } from './audit/routes.ts'
import { denialOf } from './auth/denial.ts'
import type { Devices } from './devices/devices.ts'
import { deviceRoutes } from './devices/routes.ts'
import { emailLinkRoutes, emailRoutes } from './email/routes.ts'
import type { Enrollment } from './enrollment/enrollment.ts'
import { enrollmentRoutes } from './enrollment/routes.ts'
import type { Grants } from './grants/grants.ts'
import { grantRoutes } from './grants/routes.ts'
import { healthRoutes } from './health-routes.ts'
import type { ApiKeys } from './keys/keys.ts'
import { keyRoutes } from './keys/routes.ts'
import { type MachineKeyRouteDeps, machineKeyRoutes } from './machine-keys/routes.ts'
import type { Machines } from './machines/machines.ts'
import { machineRoutes } from './machines/routes.ts'
import type { Provisioning } from './provisioning/provisioning.ts'
import { provisioningRoutes } from './provisioning/routes.ts'
import type { WaysIn } from './recovery/create-ways-in.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { registrationRoutes } from './registration/routes.ts'
import { retryAfter } from './retry-after.ts'
import { tokenRoutes } from './tokens/routes.ts'
import type { MintTokens } from './tokens/tokens.ts'

export interface AppDeps extends AccountRouteDeps, AdminRouteDeps, MachineKeyRouteDeps, WaysIn {
  signIns: SignIns
  apiKeys: ApiKeys
  devices: Devices
  machines: Machines
  grants: Grants
  records: Records
  provisioning: Provisioning
  enrollment: Pick<Enrollment, 'enroll'>
  mintTokens: MintTokens
  log: Logger
}

/**
 * The authority's API. Errors first and denial second, because a hook guards what is registered after it: what the edge
 * did not admit as somebody gets no further than this, whatever route it asks for.
 */
export const createApp = (deps: AppDeps) =>
  new Elysia({ name: 'authority' })
    .use(errorPlugin(deps.log))
    .onRequest(({ request }) => {
      const denied = denialOf(request)
      if (denied) throw denied
    })
    .use(retryAfter)
    .use(healthRoutes)
    .use(visitorRoutes(deps))
    .use(enrollmentRoutes(deps))
    .use(provisioningRoutes(deps))
    .use(machineKeyRoutes(deps))
    .use(registrationRoutes(deps))
    .use(recoveryRoutes(deps))
    .use(emailLinkRoutes(deps))
    .use(emailRoutes(deps))
    .use(callerRoutes(deps))
    .use(accountRoutes(deps))
    .use(signInRoutes(deps))
    .use(keyRoutes(deps))
    .use(peopleRoutes(deps))
    .use(deviceRoutes(deps))
    .use(machineRoutes(deps))
    .use(grantRoutes(deps))
    .use(recordRoutes(deps))
    .use(tokenRoutes(deps))
    .use(adminRoutes(deps))

export type AuthorityApp = ReturnType<typeof createApp>
