import { Elysia } from 'elysia'
import type { Logger } from 'pino'
import { AppError } from '../shared/errors.ts'
import { errorPlugin } from '../shared/http/errors.ts'
import { jsonBody } from '../shared/http/json-body.ts'
import { DAEMON_BODY_BYTES } from '../shared/limits.ts'
import { isFields } from './acp/json.ts'
import type { AgentCare } from './agents/care.ts'
import { agentRoutes } from './agents/routes.ts'
import type { RecordStore } from './asks/record-store.ts'
import { askRoutes } from './asks/routes.ts'
import type { AskStore } from './asks/store.ts'
import { principalOf } from './auth/principal.ts'
import { scopeGuard } from './auth/scope-guard.ts'
import { commandRoutes } from './commands/routes.ts'
import type { CommandStore } from './commands/store.ts'
import { conversationRoutes } from './conversations/routes.ts'
import { credentialRoutes } from './credentials/routes.ts'
import { type EnrollRouteDeps, enrollRoutes } from './enroll/routes.ts'
import { type EventRouteDeps, eventRoutes } from './events/routes.ts'
import { exportRoutes } from './export/routes.ts'
import type { Lock } from './lock/lock.ts'
import { lockRoutes } from './lock/routes.ts'
import { loginRoutes } from './login/routes.ts'
import { healthRoutes, type MachineRouteDeps, machineRoutes } from './machine/routes.ts'
import type { PresetCare } from './presets/care.ts'
import { presetRoutes } from './presets/routes.ts'
import { systemRoutes } from './presets/system-routes.ts'
import { isPublic } from './public-routes.ts'
import type { MessageStore } from './search/message-store.ts'
import { searchRoutes } from './search/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import type { Settings } from './settings/settings.ts'

export interface AppDeps extends EnrollRouteDeps, EventRouteDeps, MachineRouteDeps, PresetCare {
  care: AgentCare
  asks: AskStore
  records: RecordStore
  commandStore: CommandStore
  messages: MessageStore
  settings: Settings
  lock: Lock
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
    .use(scopeGuard)
    // Elysia looks at no body without a member where every member is optional: text would pass for "nothing to change".
    .onTransform(({ body }) => {
      const none = body === undefined || body === null || body === ''
      if (!none && !isFields(body)) {
        throw new AppError('invalid_request', 'body is not as it must be', { field: 'body' })
      }
    })
    .use(healthRoutes(deps))
    .use(machineRoutes(deps))
    .use(agentRoutes(deps.care))
    .use(credentialRoutes(deps.care))
    .use(loginRoutes(deps.care))
    .use(conversationRoutes({ conversations: deps.care.conversations, sessions: deps.sessions }))
    .use(sessionRoutes(deps))
    .use(eventRoutes(deps))
    .use(exportRoutes(deps))
    .use(searchRoutes(deps))
    .use(askRoutes(deps))
    .use(settingsRoutes(deps))
    .use(systemRoutes(deps))
    .use(presetRoutes(deps))
    .use(commandRoutes({ store: deps.commandStore }))
    .use(enrollRoutes(deps))
    .use(lockRoutes(deps))

export type DaemonApp = ReturnType<typeof createApp>
