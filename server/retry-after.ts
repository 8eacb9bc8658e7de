import { Elysia } from 'elysia'
import { SECOND_MS } from '../shared/time.ts'

/** What a refusal's detail says of the next try, as the header that clients of all kinds heed. */
export const retryAfter = new Elysia({ name: 'retry-after' }).onAfterHandle(
  { as: 'global' },
  ({ responseValue, set }) => {
    const ms = waitOf(responseValue)
    if (ms !== null) set.headers['retry-after'] = String(Math.ceil(ms / SECOND_MS))
  },
)

/** `status(…)` wraps the envelope in `response`. */
function waitOf(value: unknown): number | null {
  const ms = ['response', 'error', 'detail', 'retryAfterMs'].reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : null),
    value,
  )
  return typeof ms === 'number' ? ms : null
}
