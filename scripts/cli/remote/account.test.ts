import { expect, test } from 'bun:test'
import { AppError, type ErrorCode, errorCodes } from '../../../shared/errors.ts'
import { tempHome } from '../../../shared/testing/temp-home.ts'
import { type Account, accountFile, ask } from './account.ts'

/** An authority that refuses everything, in the words that the test gives it when it is asked. */
function startRefusing(codeOf: () => ErrorCode | Promise<ErrorCode>) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch() {
      const error = new AppError(await codeOf(), 'said')
      return Response.json(error.body(), { status: error.status })
    },
  })
  return { origin: server.url.origin, [Symbol.asyncDispose]: () => server.stop(true) }
}

const accountAt = (origin: string, token: string): Account => ({
  origin,
  token,
  issuer: 'a_1',
  user: 'u_1',
  name: 'ada',
  device: null,
})

test('exactly six codes end this home’s sign-in', async () => {
  const home = await tempHome()
  let code: ErrorCode = 'internal'
  await using authority = startRefusing(() => code)
  const account = accountAt(authority.origin, 'fs_1')
  const file = accountFile(home.path)
  const ended: string[] = []
  const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCodes, text)
  for (const each of Object.keys(errorCodes).filter(isErrorCode)) {
    code = each
    file.write(account)
    const said = await ask(home.path, account, (api) => api.v1.me.get()).catch((error: unknown) => error)
    expect(said).toMatchObject({ code: each })
    if (file.read() === null) ended.push(each)
  }
  expect(ended.toSorted()).toEqual([
    'api_key_revoked',
    'device_revoked',
    'session_expired',
    'session_revoked',
    'user_deleted',
    'user_disabled',
  ])
  await home.remove()
})

test('a late answer about the token before does not end the sign-in that followed it', async () => {
  const home = await tempHome()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<ErrorCode>()
  await using authority = startRefusing(() => {
    asked.resolve()
    return answer.promise
  })
  const before = accountAt(authority.origin, 'fs_before')
  const file = accountFile(home.path)
  file.write(before)
  const late = ask(home.path, before, (api) => api.v1.me.get()).catch((error: unknown) => error)
  await asked.promise
  file.write(accountAt(authority.origin, 'fs_after'))
  answer.resolve('session_expired')
  expect(await late).toMatchObject({ code: 'session_expired' })
  expect(file.read()?.token).toBe('fs_after')
  await home.remove()
})
