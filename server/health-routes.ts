import { Elysia } from 'elysia'
import { answers } from '../shared/http/errors.ts'
import { Type } from '../shared/typebox.ts'

const Health = Type.Object({ ok: Type.Boolean() })

/** They say nothing but that it lives: the authority listens only once it is ready. */
export const healthRoutes = new Elysia({ name: 'health' })
  .get('/health', () => ({ ok: true }), { response: answers(200, Health) })
  .get('/ready', () => ({ ok: true }), { response: answers(200, Health) })
