import { Elysia } from 'elysia'
import { answers } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { ShutdownOutcome, Status } from '../../shared/wire/status.ts'
import { identity } from '../auth/identity.ts'

export interface MachineRouteDeps {
  status(): Status
  /** Ends the daemon after the answer; says how many runs stay with the keeper. */
  shutDown(mode: 'keep' | 'all'): Promise<{ kept: number }>
  ready(): boolean
}

const Health = Type.Object({ ok: Type.Boolean() })

/** Liveness and readiness answer anybody who reaches the listener: they say nothing else. */
export const healthRoutes = (deps: Pick<MachineRouteDeps, 'ready'>) =>
  new Elysia({ name: 'health' })
    .get('/health', () => ({ ok: true }), { response: answers(200, Health) })
    .get('/ready', ({ set }) => {
      const ok = deps.ready()
      if (!ok) set.status = 503
      return { ok }
    })

export const machineRoutes = (deps: MachineRouteDeps) =>
  new Elysia({ name: 'machine', prefix: '/v1' })
    .use(identity)
    .get('/status', () => deps.status(), { response: answers(200, Status) })
    .post('/shutdown', ({ body }) => deps.shutDown(body.sessions ? 'all' : 'keep'), {
      body: Type.Object({ sessions: Type.Optional(Type.Boolean()) }),
      response: answers(200, ShutdownOutcome),
    })
