import { Elysia } from 'elysia'
import { refusal } from '../../shared/http/errors.ts'
import { Type } from '../../shared/typebox.ts'
import { identity } from '../auth/identity.ts'
import type { Blobs } from '../events/blobs.ts'
import type { StreamDeps } from '../events/session-stream.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { exportJson, exportMarkdown, toStream } from './export.ts'

const formats = {
  json: { pieces: exportJson, type: 'application/json', suffix: 'json' },
  markdown: { pieces: exportMarkdown, type: 'text/markdown; charset=utf-8', suffix: 'md' },
} as const

export const exportRoutes = (deps: { sessions: Sessions; stream: StreamDeps; blobs: Blobs }) =>
  new Elysia({ name: 'export', prefix: '/v1' }).use(identity).get(
    '/sessions/:session/export',
    ({ params, query }) => {
      const session = deps.sessions.get(params.session)
      if (!session.ok) return refusal(session.error)
      const { pieces, type, suffix } = formats[query.format ?? 'markdown']
      const of = { events: deps.stream.events, blobs: deps.blobs }
      return new Response(toStream(pieces(of, session.value)), {
        headers: {
          'content-type': type,
          // A nickname has letters, digits and hyphens only.
          'content-disposition': `attachment; filename="${session.value.nickname}.${suffix}"`,
          'x-content-type-options': 'nosniff',
        },
      })
    },
    {
      params: Type.Object({ session: Type.String({ minLength: 1, maxLength: 64 }) }),
      query: Type.Object({
        format: Type.Optional(Type.Union([Type.Literal('markdown'), Type.Literal('json')])),
      }),
    },
  )
