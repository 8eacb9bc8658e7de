import { Elysia } from 'elysia'
import type { Logger } from 'pino'
import { AppError } from '../shared/errors.ts'
import { errorPlugin } from '../shared/http/errors.ts'
import { type AccountRouteDeps, accountRoutes, visitorRoutes } from './accounts/routes.ts'
import { principalOf } from './auth/principal.ts'
import type { Devices } from './devices/devices.ts'
import { deviceRoutes } from './devices/routes.ts'
import type { Enrollment } from './enrollment/enrollment.ts'
import { enrollmentRoutes } from './enrollment/routes.ts'
import { healthRoutes } from './health-routes.ts'
import type { Machines } from './machines/machines.ts'
import { machineRoutes } from './machines/routes.ts'
import { isPublic } from './public-routes.ts'
import { retryAfter } from './retry-after.ts'
import { tokenRoutes } from './tokens/routes.ts'
import type { MintTokens } from './tokens/tokens.ts'

export interface AppDeps extends AccountRouteDeps {
  devices: Devices
  machines: Machines
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
      if (principalOf(request)?.kind !== 'user' && !isPublic(request)) {
        throw new AppError('unauthenticated', 'nobody is known to ask this')
      }
    })
    .use(retryAfter)
    .use(healthRoutes)
    .use(visitorRoutes(deps))
    .use(enrollmentRoutes(deps))
    .use(accountRoutes(deps))
    .use(deviceRoutes(deps))
    .use(machineRoutes(deps))
    .use(tokenRoutes(deps))

export type AuthorityApp = ReturnType<typeof createApp>
