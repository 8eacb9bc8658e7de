import { expect, test } from 'bun:test'
import { AppError, type ErrorCode, errorCodes } from '../../shared/errors.ts'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { createAuthority } from './authority.ts'

/** An authority whose answers the test gives, one a request, in the order asked. */
function startAuthority() {
  const waiting: PromiseWithResolvers<Response>[] = []
  const signedOut: ErrorCode[] = []
  let asked = 0
  const slot = (n: number): PromiseWithResolvers<Response> => {
    waiting[n] ??= Promise.withResolvers()
    return waiting[n]
  }
  const fetcher = () => slot(asked++).promise
  const authority = createAuthority({
    origin: 'https://fl.example',
    fetcher: Object.assign(fetcher, { preconnect: () => {} }),
    signedOut: (code) => void signedOut.push(code),
    clock: fakeClock(),
    limits: { authorityMs: 20_000 },
  })
  let answered = 0
  const refuse = (code: ErrorCode) => {
    const error = new AppError(code, 'said')
    slot(answered++).resolve(Response.json(error.body(), { status: error.status }))
  }
  return { authority, signedOut, refuse, me: () => authority.ask((api) => api.v1.me.get()) }
}

const SIX = [
  'session_expired',
  'session_revoked',
  'user_disabled',
  'user_deleted',
  'device_revoked',
  'api_key_revoked',
]

test('exactly six codes end a sign-in, and no status does', async () => {
  const { signedOut, refuse, me } = startAuthority()
  const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)
  for (const code of Object.keys(errorCodes).filter(isErrorCode)) {
    const asked = me()
    refuse(code)
    expect(await asked).toMatchObject({ ok: false, error: { code } })
  }
  expect<string[]>(signedOut.toSorted()).toEqual(SIX.toSorted())
})

test('an answer that comes late about the credential before does not end the one that replaced it', async () => {
  const { authority, signedOut, refuse, me } = startAuthority()
  const late = me()
  authority.renewed()
  const current = me()
  refuse('session_expired')
  expect(await late).toMatchObject({ ok: false, error: { code: 'session_expired' } })
  expect(signedOut).toEqual([])
  refuse('session_revoked')
  await current
  expect(signedOut).toEqual(['session_revoked'])
})
