import { Elysia } from 'elysia'
import { AppError } from '../../shared/errors.ts'
import { refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import type { MachineItem, StreamItem } from '../../shared/wire/stream.ts'
import { identity } from '../auth/identity.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Blobs } from './blobs.ts'
import type { Frame } from './frame.ts'
import { type MachineStreamDeps, machineStream } from './machine-stream.ts'
import { type StreamDeps, sessionStream } from './session-stream.ts'

const DEFAULT_TAIL = 200
const position = Type.Optional(Type.String({ pattern: '^\\d{1,12}$' }))
const one = Type.Object({ session: Type.String({ minLength: 1, maxLength: 64 }) })

export interface EventRouteDeps {
  sessions: Sessions
  stream: StreamDeps
  machine: MachineStreamDeps
  blobs: Blobs
}

/** Streams answer their head with the first item, so a session that is not there is refused before one begins. */
export const eventRoutes = (deps: EventRouteDeps) => {
  const missing = (error: AppError): never => {
    throw error
  }
  return new Elysia({ name: 'events', prefix: '/v1' })
    .use(identity)
    .get(
      '/sessions/:session/events',
      async function* ({ params, query, request }): AsyncGenerator<Frame<StreamItem>, void> {
        const session = deps.sessions.row(params.session)
        if (!session.ok) return missing(session.error)
        const from =
          query.after === undefined
            ? { tail: Number(query.tail ?? DEFAULT_TAIL) }
            : { after: Number(query.after) }
        yield* sessionStream(deps.stream, session.value.id, from, request.signal)
      },
      { params: one, query: Type.Object({ after: position, tail: position }) },
    )
    .get('/stream', async function* ({ request }): AsyncGenerator<Frame<MachineItem>, void> {
      yield* machineStream(deps.machine, request.signal)
    })
    .get(
      '/sessions/:session/blobs/:blob',
      async ({ params }) => {
        const session = deps.sessions.row(params.session)
        if (!session.ok) return refusal(session.error)
        const path = deps.blobs.path(session.value.id, params.blob)
        const file = path === null ? null : Bun.file(path)
        if (!file || !(await file.exists())) {
          return refusal(new AppError('blob_not_found', 'this session has no such text'))
        }
        return new Response(file, {
          headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
        })
      },
      { params: Type.Object({ ...one.properties, blob: Type.String({ maxLength: 32 }) }) },
    )
}
