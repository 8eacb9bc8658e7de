/**
 * What a device needs for each route of the daemon, in one place. A route that is not here refuses every circuit, and
 * the table's test fails for it. `local`: only who is on the machine itself.
 */
import type { Scope } from '../../shared/wire/identity.ts'

export type Need = Scope | 'local'

const read = 'session:read'
const write = 'session:write'
const admin = 'machine:admin'

export const routeScopes = {
  'GET /health': read,
  'GET /ready': read,
  'GET /v1/status': read,
  'POST /v1/shutdown': 'local',
  'GET /v1/agents': read,
  'POST /v1/agents/:agent/recheck': write,
  'GET /v1/agents/:agent/capabilities': write,
  'POST /v1/agents/:agent/install': admin,
  'GET /v1/agents/:agent/install': read,
  'GET /v1/agents/:agent/credentials': read,
  'PUT /v1/agents/:agent/credentials/:variable': admin,
  'DELETE /v1/agents/:agent/credentials/:variable': admin,
  'POST /v1/agents/:agent/login': admin,
  'GET /v1/agents/:agent/login': admin,
  'POST /v1/agents/:agent/login/input': admin,
  'DELETE /v1/agents/:agent/login': admin,
  'POST /v1/agents/:agent/logout': admin,
  'GET /v1/agents/:agent/conversations': write,
  'POST /v1/agents/:agent/conversations/:conversation/adopt': write,
  'GET /v1/sessions': read,
  'POST /v1/sessions': write,
  'GET /v1/sessions/:session': read,
  'PATCH /v1/sessions/:session': write,
  'DELETE /v1/sessions/:session': write,
  'POST /v1/sessions/:session/prompt': write,
  'DELETE /v1/sessions/:session/queue/:seq': write,
  'POST /v1/sessions/:session/cancel': write,
  'POST /v1/sessions/:session/stop': write,
  'POST /v1/sessions/:session/park': write,
  'POST /v1/sessions/:session/resume': write,
  'POST /v1/sessions/:session/clear': write,
  'POST /v1/sessions/:session/tasks/:task/stop': write,
  'POST /v1/sessions/:session/controls/:control': write,
  'POST /v1/sessions/:session/asks/:ask/answer': write,
  'GET /v1/sessions/:session/asks': read,
  'GET /v1/sessions/:session/asks/:ask': read,
  'GET /v1/asks/history': read,
  'GET /v1/asks/chain': read,
  'GET /v1/sessions/:session/events': read,
  'GET /v1/sessions/:session/export': read,
  'GET /v1/search': read,
  'GET /v1/stream': read,
  'GET /v1/sessions/:session/blobs/:blob': read,
  'GET /v1/commands/:key': read,
  'GET /v1/settings': read,
  'PATCH /v1/settings': admin,
  'GET /v1/systems': read,
  'POST /v1/systems': admin,
  'PATCH /v1/systems/:system': admin,
  'DELETE /v1/systems/:system': admin,
  'PUT /v1/systems/:system/key': admin,
  'DELETE /v1/systems/:system/key': admin,
  'GET /v1/presets': read,
  'POST /v1/presets': admin,
  'PATCH /v1/presets/:preset': admin,
  'DELETE /v1/presets/:preset': admin,
  'GET /v1/strip': read,
  'PUT /v1/strip': admin,
  'PUT /v1/enrollment': 'local',
  'POST /v1/enrollment/keys': 'local',
  'GET /v1/enrollment/signing-keys': 'local',
  'PUT /v1/enrollment/signing-keys': 'local',
  'GET /v1/lock': admin,
  'PUT /v1/lock': admin,
  'POST /v1/lock/pairing': 'local',
  'DELETE /v1/lock/devices/:key': admin,
  'POST /v1/lock/pending/:pending/approval': admin,
  'DELETE /v1/lock/pending/:pending': admin,
} as const satisfies Record<string, Need>

const needs: ReadonlyMap<string, Need> = new Map(Object.entries(routeScopes))

/** Null: no scope opens it. `route` is the pattern that matched, as the app wrote it. */
export const needOf = (method: string, route: string): Need | null =>
  needs.get(routeName(method, route)) ?? null

/** Elysia writes the root of a prefix as `/v1/sessions/` and matches it without the slash too. */
export const routeName = (method: string, route: string): string =>
  `${method} ${route.length > 1 && route.endsWith('/') ? route.slice(0, -1) : route}`
