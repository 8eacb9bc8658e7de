/** Listening on a port; for the Bun parts only. */

/** What `serve` started; null where another program has the port. */
export function serveOrTaken<T>(serve: () => T): T | null {
  try {
    return serve()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null
    throw error
  }
}
