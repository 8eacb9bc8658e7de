/** Listening on a port; for the Bun parts only. */
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'

/**
 * For every `Bun.serve`. What fails outside an app is told in our words: Bun's own page for it shows lines of the source
 * to whoever asks.
 */
export const ownFailures = (log: Pick<Logger, 'error'>) => ({
  development: false,
  error(err: Error): Response {
    log.error({ err }, 'a request failed at the door')
    const error = new AppError('internal', 'something went wrong')
    return Response.json(error.body(), { status: error.status })
  },
})

/** For a port: without it `development: false` shares the port with another program that listens there. */
export const ownPort = { reusePort: false }

/** What `serve` started; null where another program has the port. */
export function serveOrTaken<T>(serve: () => T): T | null {
  try {
    return serve()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null
    throw error
  }
}
