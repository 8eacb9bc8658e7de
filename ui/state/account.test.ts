import { expect, test } from 'bun:test'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import type { SignedIn } from '../../shared/wire/identity.ts'
import { createAuthority } from '../api/authority.ts'
import { createDeviceKeys } from '../api/device-keys.ts'
import { memoryStore } from '../api/keyed-store.ts'
import { uiLimits } from '../limits.ts'
import { type AccountState, createAccount } from './account.ts'
import type { FrontLink } from './front-link.ts'
import type { SetUpLink } from './set-up-link.ts'

type Answer = { status: number; body: unknown }
const refusal = (status: number, code: string): Answer => ({
  status,
  body: { error: { code, message: code } },
})

/** An authority that answers what the test says, and a page before it. */
async function page(
  answers: Record<string, (body: unknown) => Answer | Promise<Answer>>,
  link: SetUpLink | null = null,
  front: FrontLink | null = null,
) {
  const clock = fakeClock()
  const asked: { route: string; body: unknown }[] = []
  const kept: string[] = []
  const fetcher = Object.assign(
    async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const request = new Request(input, init)
      const route = `${request.method} ${new URL(request.url).pathname}`
      const text = await request.text()
      const body: unknown = text === '' ? null : JSON.parse(text)
      asked.push({ route, body })
      const answer = answers[route]
      if (!answer) throw new TypeError('network')
      const { status, body: said } = await answer(body)
      return Response.json(said, { status })
    },
    { preconnect() {} },
  )
  const authority = createAuthority({
    origin: 'http://authority',
    fetcher,
    signedOut: (code) => account.ended(code),
    clock,
    limits: uiLimits,
  })
  const account: AccountState = createAccount({
    authority,
    keys: await createDeviceKeys(memoryStore(), crypto.subtle),
    link,
    front,
    describe: { name: 'Chrome, Linux', platform: 'Linux' },
    async keepPairing(user, secret) {
      kept.push(`${user} ${secret}`)
    },
  })
  return { account, authority, asked, kept, clock }
}

const user = { id: 'u_1', name: 'ada', admin: true, createdAt: 1 }
/** Registers the device that was offered. */
const letIn = (body: unknown): Answer => {
  const { device } = Object(body)
  const registered = { ...device, id: 'd_1', createdAt: 1, usedAt: 1, current: true }
  const said: SignedIn = { user, issuer: 'a_1', device: device ? registered : null, token: null }
  return { status: 200, body: said }
}

test('who signs in brings this browser’s key along, and the device is ready', async () => {
  const { account, asked } = await page({ 'POST /v1/login': letIn })
  expect(await account.signIn('ada', 'a long password')).toEqual({ ok: true, value: null })
  expect(account.account.value).toMatchObject({
    is: 'signed_in',
    user,
    device: { is: 'ready', device: { id: 'd_1' } },
  })
  expect(asked[0]?.body).toMatchObject({ name: 'ada', device: { name: 'Chrome, Linux', platform: 'Linux' } })
})

test('a wrong password is an answer, not the end of anything', async () => {
  const { account } = await page({
    'GET /v1/me': () => refusal(401, 'unauthenticated'),
    'POST /v1/login': () => refusal(401, 'invalid_login'),
  })
  await account.load()
  const tried = await account.signIn('ada', 'wrong')
  expect(tried.ok ? null : tried.error.code).toBe('invalid_login')
  expect(account.account.value).toEqual({ is: 'signed_out', why: null })
})

test('a cookie without the key of its device leaves the device missing until the password is given', async () => {
  const other = {
    id: 'd_0',
    key: 'A'.repeat(43),
    name: 'x',
    platform: 'x',
    createdAt: 1,
    usedAt: 1,
    current: true,
  }
  const me = { user, issuer: 'a_1', device: other, fresh: true }
  const { account, asked } = await page({
    'GET /v1/me': () => ({ status: 200, body: me }),
    'POST /v1/fresh': () => ({ status: 200, body: me }),
    'POST /v1/devices': (body) => ({ status: 201, body: { ...other, ...Object(body), id: 'd_2' } }),
  })
  await account.load()
  expect(account.account.value).toMatchObject({ is: 'signed_in', device: { is: 'missing' } })
  expect((await account.registerDevice('a long password')).ok).toBe(true)
  expect(account.account.value).toMatchObject({ device: { is: 'ready', device: { id: 'd_2' } } })
  expect(asked.map(({ route }) => route)).toEqual(['GET /v1/me', 'POST /v1/fresh', 'POST /v1/devices'])
})

test('the set-up link makes the account and keeps its pairing secret for the machine beside it', async () => {
  const link = { token: 'fu_token', pairing: 'AAECAwQFBgcICQoLDA0ODw' }
  const { account, asked, kept } = await page({ 'POST /v1/set-up': letIn }, link)
  await account.load()
  expect(account.account.value).toEqual({ is: 'set_up', link })
  expect((await account.setUp('ada', 'a long password')).ok).toBe(true)
  expect(account.account.value.is).toBe('signed_in')
  expect(kept).toEqual([`u_1 ${link.pairing}`])
  expect(JSON.stringify(asked)).not.toContain(link.pairing)
})

const letter = (act: 'confirm' | 'reset'): FrontLink => ({ at: 'letter', act, token: 'ft_token' })
const registered = (body: unknown): Answer => ({
  status: 201,
  body: { id: 'd_1', createdAt: 1, usedAt: 1, current: true, ...Object(body) },
})

test('a letter’s link waits for the person: nobody is asked anything before', async () => {
  const { account, asked } = await page({}, null, letter('confirm'))
  await account.load()
  expect(account.account.value).toEqual({ is: 'front', front: letter('confirm') })
  expect(asked).toEqual([])
})

test('who comes by a letter brings the key of the account that it turns out to be', async () => {
  const { account, asked } = await page(
    { 'POST /v1/confirm': letIn, 'POST /v1/devices': registered },
    null,
    letter('confirm'),
  )
  expect((await account.confirm('ft_token', 'a long password', null)).ok).toBe(true)
  expect(account.account.value).toMatchObject({
    is: 'signed_in',
    device: { is: 'ready', device: { id: 'd_1' } },
  })
  expect(asked[0]).toEqual({
    route: 'POST /v1/confirm',
    body: { token: 'ft_token', password: 'a long password' },
  })
})

test('who signs in by an address has the key of the account, and the browser is one device', async () => {
  const { account, asked } = await page({ 'POST /v1/login': letIn, 'POST /v1/devices': registered })
  await account.signIn('ada', 'a long password')
  await account.signIn('ada@example.org', 'a long password')
  expect(account.account.value).toMatchObject({ is: 'signed_in', device: { is: 'ready' } })
  expect(asked[1]?.body).toEqual({ name: 'ada@example.org', password: 'a long password' })
  expect(Object(asked[2]?.body).key).toBe(Object(asked[0]?.body).device.key)
})

test('a device that is one too many does not keep out who came by a letter', async () => {
  const { account } = await page(
    { 'POST /v1/invite': letIn, 'POST /v1/devices': () => refusal(409, 'device_limit') },
    null,
  )
  expect((await account.acceptInvite('ft_token', 'a long password')).ok).toBe(true)
  expect(account.account.value).toMatchObject({ is: 'signed_in', device: { is: 'missing' } })
})

test('a name that was taken meanwhile leaves the page as it is, and the next one is sent along', async () => {
  let isTaken = true
  const { account, asked } = await page(
    {
      'POST /v1/confirm': (body) => {
        if (!isTaken) return letIn(body)
        isTaken = false
        return refusal(409, 'user_exists')
      },
      'POST /v1/devices': registered,
    },
    null,
    letter('confirm'),
  )
  await account.load()
  const first = await account.confirm('ft_token', 'a long password', null)
  expect(first.ok ? null : first.error.code).toBe('user_exists')
  expect(account.account.value.is).toBe('front')
  await account.confirm('ft_token', 'a long password', 'ada')
  expect(asked[1]?.body).toMatchObject({ name: 'ada' })
  expect(account.account.value.is).toBe('signed_in')
})

test('a new password shows the keys that are still good before it goes on', async () => {
  const key = { id: 'k_1', name: 'nightly', scopes: ['read'], device: null, createdAt: 1, usedAt: null }
  const me = { user, issuer: 'a_1', device: null, fresh: true }
  const { account } = await page(
    {
      'POST /v1/reset': () => ({ status: 200, body: { ...me, token: null, keys: [key] } }),
      'POST /v1/devices': registered,
      'GET /v1/me': () => ({ status: 200, body: me }),
    },
    null,
    letter('reset'),
  )
  await account.load()
  expect(await account.reset('ft_token', 'a long password')).toMatchObject({
    ok: true,
    value: [{ id: 'k_1' }],
  })
  expect(account.account.value.is).toBe('front')
  await account.load()
  expect(account.account.value.is).toBe('signed_in')
})

test.each(['session_expired', 'session_revoked', 'user_disabled', 'device_revoked'])(
  '%s ends the sign-in',
  async (code) => {
    const { account, authority } = await page({
      'POST /v1/login': letIn,
      'GET /v1/machines': () => refusal(401, code),
    })
    await account.signIn('ada', 'a long password')
    await authority.ask((api) => api.v1.machines.get())
    expect(account.account.value).toMatchObject({ is: 'signed_out', why: code })
  },
)

test.each(['forbidden', 'throttled', 'internal', 'stale_capability'])('%s does not', async (code) => {
  const { account, authority } = await page({
    'POST /v1/login': letIn,
    'GET /v1/machines': () => refusal(403, code),
  })
  await account.signIn('ada', 'a long password')
  await authority.ask((api) => api.v1.machines.get())
  expect(account.account.value.is).toBe('signed_in')
})

test('a late answer about an old sign-in does not end the one that followed', async () => {
  const late = Promise.withResolvers<Answer>()
  const { account, authority } = await page({
    'POST /v1/login': letIn,
    'GET /v1/machines': () => late.promise,
  })
  await account.signIn('ada', 'a long password')
  const asking = authority.ask((api) => api.v1.machines.get())
  await account.signIn('ada', 'a long password')
  late.resolve(refusal(401, 'session_revoked'))
  await asking
  expect(account.account.value.is).toBe('signed_in')
})

test('an authority that does not answer is not the same as being signed out', async () => {
  const { account } = await page({})
  await account.load()
  expect(account.account.value).toEqual({ is: 'unreachable', code: 'authority_unreachable' })
})

test('an authority that says nothing counts as away after a while', async () => {
  const { account, clock } = await page({ 'GET /v1/me': () => new Promise<Answer>(() => undefined) })
  const loading = account.load()
  await clock.settle(uiLimits.authorityMs)
  await loading
  expect(account.account.value).toEqual({ is: 'unreachable', code: 'authority_unreachable' })
})
