/** The error envelope at the edge of both Elysia apps; for the Bun parts only. */
import { Elysia, NotFoundError, ParseError, status, ValidationError } from 'elysia'
import type { Logger } from 'pino'
import { AppError, type ErrorBody, type ErrorStatus, type Result } from '../errors.ts'
import type { TSchema } from '../typebox.ts'
import { ErrorEnvelope } from '../wire/envelope.ts'

/** What any route may answer instead of what it was asked for. */
const refusals = {
  400: ErrorEnvelope,
  401: ErrorEnvelope,
  403: ErrorEnvelope,
  404: ErrorEnvelope,
  408: ErrorEnvelope,
  409: ErrorEnvelope,
  413: ErrorEnvelope,
  421: ErrorEnvelope,
  422: ErrorEnvelope,
  429: ErrorEnvelope,
  431: ErrorEnvelope,
  500: ErrorEnvelope,
  503: ErrorEnvelope,
  504: ErrorEnvelope,
} as const satisfies Record<ErrorStatus, typeof ErrorEnvelope>

/** A route's table: what it answers, and the refusals. (A spread would turn the numbers into strings for Elysia.) */
export const answers = <S extends 200 | 201 | 202, T extends TSchema>(status: S, schema: T) =>
  ({ [status]: schema, ...refusals }) as Record<S, T> & typeof refusals

/** One answer type a status: Elysia matches each against the route's table. */
type Refusal = { [S in ErrorStatus]: ReturnType<typeof status<S, ErrorBody>> }[ErrorStatus]

/** An expected refusal as a typed answer. */
export const refusal = (error: AppError): Refusal => status(error.status, error.body()) as Refusal

/** The value, or its refusal as a typed answer. */
export const answer = <T>(result: Result<T>) =>
  result.ok ? status(200, result.value) : refusal(result.error)

/**
 * One place turns what was thrown into our envelope; the cause goes to the log and never to the client. Registered
 * first, because a hook guards only what comes after it.
 */
export const errorPlugin = (log: Logger) =>
  new Elysia({ name: 'errors' }).onError({ as: 'global' }, ({ error, request }) => {
    const known = knownError(error)
    if (known.code === 'internal') log.error({ err: error, method: request.method }, 'a request failed')
    return new Response(JSON.stringify(known.body()), {
      status: known.status,
      headers: { 'content-type': 'application/json' },
    })
  })

function knownError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof NotFoundError) return new AppError('route_not_found', 'there is no such route')
  if (error instanceof ParseError) {
    return error.cause instanceof AppError
      ? error.cause
      : new AppError('invalid_request', 'the body is no JSON')
  }
  if (error instanceof ValidationError) {
    const first = error.all[0]
    const field = first && 'path' in first ? `${error.type}${first.path}` : error.type
    if (error.type === 'response') return new AppError('internal', 'something went wrong')
    return new AppError('invalid_request', `${field} is not as it must be`, { field })
  }
  return new AppError('internal', 'something went wrong')
}
