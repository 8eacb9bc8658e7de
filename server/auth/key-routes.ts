/**
 * What a key of a script may ask, route by route; everything that is not here refuses every key. A route that is added
 * anywhere is therefore closed to keys until somebody decides otherwise, here.
 */
import type { ApiKeyScope } from '../../shared/wire/account.ts'

export const keyRoutes: Readonly<Record<string, ApiKeyScope>> = {
  'GET /v1/me': 'read',
  'GET /v1/devices': 'read',
  'GET /v1/machines': 'read',
  'POST /v1/machines': 'machines',
  // The label only: whether a machine can be written to from elsewhere is for a person to say.
  'PATCH /v1/machines/:machine': 'machines',
  'POST /v1/machines/:machine/enrollment-codes': 'machines',
  'POST /v1/tokens': 'circuits',
}

const patterns = Object.entries(keyRoutes).map(([route, scope]) => {
  const [method = '', path = ''] = route.split(' ')
  return { method, parts: path.split('/'), scope }
})

/** Null: no key may. */
function scopeOf(request: Request): ApiKeyScope | null {
  const parts = new URL(request.url).pathname.split('/')
  const found = patterns.find(
    (pattern) =>
      pattern.method === request.method &&
      pattern.parts.length === parts.length &&
      pattern.parts.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at])),
  )
  return found?.scope ?? null
}

export function keyOpens(request: Request, scopes: readonly ApiKeyScope[]): boolean {
  const scope = scopeOf(request)
  return scope !== null && scopes.includes(scope)
}
