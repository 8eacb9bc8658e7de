/** The routes that answer without knowing who asks. Everything else is refused by default. */
const publicRoutes = new Set(['GET /health', 'GET /ready'])

export const isPublic = (request: Request): boolean =>
  publicRoutes.has(`${request.method} ${new URL(request.url).pathname}`)
