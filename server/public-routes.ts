/** The routes that answer without a sign-in. Everything else is refused by default. */
const publicRoutes: ReadonlySet<string> = new Set([
  'GET /health',
  'GET /ready',
  'POST /v1/set-up',
  'POST /v1/login',
  'GET /v1/instance',
  'POST /v1/register',
  'POST /v1/confirm',
  'POST /v1/invite',
  'POST /v1/forgot',
  'POST /v1/reset',
  'POST /v1/email/verify',
  'POST /v1/email/undo',
  'POST /v1/enroll',
  'POST /v1/provision',
  'POST /v1/machine-keys',
  'GET /v1/key-statements',
])

/** Those that no browser asks, so that they are asked without an Origin. */
const machineRoutes: ReadonlySet<string> = new Set([
  'POST /v1/enroll',
  'POST /v1/provision',
  'POST /v1/machine-keys',
])

const routeOf = (request: Request): string => `${request.method} ${new URL(request.url).pathname}`

export const isPublic = (request: Request): boolean => publicRoutes.has(routeOf(request))
export const isForMachines = (request: Request): boolean => machineRoutes.has(routeOf(request))
