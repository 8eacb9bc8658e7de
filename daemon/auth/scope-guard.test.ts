import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import pino from 'pino'
import { errorPlugin } from '../../shared/http/errors.ts'
import { ALL_SCOPES } from '../../shared/wire/identity.ts'
import { admit, type Principal } from './principal.ts'
import { scopeGuard } from './scope-guard.ts'

let served = 0
/** A route that somebody added and gave no row in the table. */
const app = new Elysia()
  .use(errorPlugin(pino({ level: 'silent' })))
  .use(scopeGuard)
  .get('/v1/later', () => `served ${++served}`)
  .post('/v1/later', () => `served ${++served}`)

async function asked(method: string, principal: Principal): Promise<{ status: number; text: string }> {
  const request = new Request('http://machine/v1/later', { method })
  admit(request, principal)
  const response = await app.handle(request)
  return { status: response.status, text: await response.text() }
}

test('a route without a row refuses every circuit, whatever its capability carries, and runs nothing', async () => {
  for (const method of ['GET', 'POST']) {
    const answer = await asked(method, {
      kind: 'device',
      sub: 'u',
      dev: 'd',
      key: 'k',
      sid: 'k',
      fresh: false,
      scopes: ALL_SCOPES,
    })
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([403, 'scope_missing'])
  }
  expect(served).toBe(0)
  expect((await asked('GET', { kind: 'local' })).text).toBe('served 1')
})
