import { Elysia } from 'elysia'
import type { Logger } from 'pino'
import { AppError } from '../shared/errors.ts'
import { errorPlugin } from '../shared/http/errors.ts'
import { jsonBody } from '../shared/http/json-body.ts'
import { DAEMON_BODY_BYTES } from '../shared/limits.ts'
import type { Agents } from './agents/agents.ts'
import { agentRoutes } from './agents/routes.ts'
import type { RecordStore } from './asks/record-store.ts'
import { askRoutes } from './asks/routes.ts'
import type { AskStore } from './asks/store.ts'
import { principalOf } from './auth/principal.ts'
import { commandRoutes } from './commands/routes.ts'
import type { CommandStore } from './commands/store.ts'
import { type EventRouteDeps, eventRoutes } from './events/routes.ts'
import { healthRoutes, type MachineRouteDeps, machineRoutes } from './machine/routes.ts'
import { isPublic } from './public-routes.ts'
import { sessionRoutes } from './sessions/routes.ts'

export interface AppDeps extends EventRouteDeps, MachineRouteDeps {
  agents: Agents
  asks: AskStore
  records: RecordStore
  commandStore: CommandStore
  log: Logger
}

/**
 * The daemon's API, the same on its loopback port, its socket and inside a circuit. Errors first and denial second,
 * because a hook guards what is registered after it: what nobody admitted gets no further than this.
 */
export const createApp = (deps: AppDeps) =>
  new Elysia({ name: 'daemon' })
    .use(errorPlugin(deps.log))
    .use(jsonBody(DAEMON_BODY_BYTES))
    .onRequest(({ request }) => {
      if (principalOf(request) === null && !isPublic(request)) {
        throw new AppError('unauthenticated', 'nobody is known to ask this')
      }
    })
    .use(healthRoutes(deps))
    .use(machineRoutes(deps))
    .use(agentRoutes(deps))
    .use(sessionRoutes(deps))
    .use(eventRoutes(deps))
    .use(askRoutes(deps))
    .use(commandRoutes({ store: deps.commandStore }))

export type DaemonApp = ReturnType<typeof createApp>
