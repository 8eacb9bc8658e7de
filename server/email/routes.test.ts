import { expect, test } from 'bun:test'
import { Me } from '../../shared/wire/identity.ts'
import { EmailNow, ResetDone } from '../../shared/wire/recovery.ts'
import { createUserStore } from '../accounts/user-store.ts'
import { authorityLimits } from '../limits.ts'
import { startMailing, tokenIn } from '../testing/mailbox.ts'
import { type Client, PASSWORD, type Rig, readAs, startRig } from '../testing/rig.ts'

const CLI = { 'x-fairlead-client': 'cli' }
const OLD = 'ada@example.org'
const NEW = 'new@example.org'

async function withAda(address: string | null = OLD) {
  const { rig, mail } = await startMailing()
  const ada = await rig.firstAdmin()
  const users = createUserStore(rig.db)
  if (address !== null) users.setEmail(ada.user, address, rig.clock.now())
  return { rig, ada, users, mail }
}

const put = (client: Client, email: string) => client.ask('/v1/email', { method: 'PUT', body: { email } })
const verify = (rig: Rig, token: string) => rig.ask('/v1/email/verify', { body: { token } })
const undo = (rig: Rig, token: string) => rig.ask('/v1/email/undo', { body: { token } })

test('an address counts once its letter was answered; the one before hears of it', async () => {
  const { rig, ada, mail } = await withAda()
  await using _ = rig
  const asked = readAs(Me, await put(ada, 'New@Example.org'))
  expect(asked).toMatchObject({ email: OLD, pendingEmail: NEW })
  const [letter] = await mail.letters()
  expect(letter?.to).toBe(NEW)
  const token = tokenIn(letter) ?? ''
  expect(readAs(EmailNow, await verify(rig, token))).toEqual({ email: NEW })
  expect(await ada.get(Me, '/v1/me')).toMatchObject({ email: NEW, pendingEmail: null })
  const [told] = await mail.letters()
  expect(told).toMatchObject({ to: OLD, subject: 'Your address was changed' })
  expect(told?.text).not.toContain(NEW)
  expect((await verify(rig, token)).code).toBe('code_unusable')
})

test('a stolen sign-in does not take the account over through its address: the password is needed', async () => {
  for (const address of [OLD, null]) {
    const { rig, ada, users, mail } = await withAda(address)
    await using _ = rig
    rig.clock.advance(authorityLimits.freshMs + 1)
    expect((await put(ada, NEW)).code).toBe('fresh_sign_in_required')
    expect((await ada.ask('/v1/email', { method: 'DELETE' })).code).toBe('fresh_sign_in_required')
    expect(users.get(ada.user)).toMatchObject({ email: address, pendingEmail: null })
    expect(await mail.letters()).toEqual([])
  }
})

test('only the address that was asked for last is verified', async () => {
  const { rig, ada, mail } = await withAda()
  await using _ = rig
  await put(ada, 'typo@example.org')
  const first = await mail.token()
  await put(ada, NEW)
  const second = await mail.token()
  expect((await verify(rig, first)).code).toBe('code_unusable')
  expect((await verify(rig, second)).status).toBe(200)
})

test('the address that it has already asks for nothing, and takes back what was asked for', async () => {
  const { rig, ada, mail } = await withAda()
  await using _ = rig
  await put(ada, NEW)
  const token = await mail.token()
  expect(readAs(Me, await put(ada, OLD.toUpperCase()))).toMatchObject({ email: OLD, pendingEmail: null })
  expect(await mail.letters()).toEqual([])
  expect((await verify(rig, token)).code).toBe('code_unusable')
})

test('that another account has an address is told to whoever reads its letters, and to nobody before', async () => {
  const { rig, ada, users, mail } = await withAda()
  await using _ = rig
  users.setEmail(rig.addUser('bob'), NEW, rig.clock.now())
  expect((await put(ada, NEW)).status).toBe(200)
  expect((await verify(rig, await mail.token())).code).toBe('email_taken')
})

test('an address is sent three of these letters an hour, however many others were asked for before it', async () => {
  const { rig, ada, mail } = await withAda()
  await using _ = rig
  for (const _ of [1, 2, 3]) expect((await put(ada, NEW)).status).toBe(200)
  expect((await put(ada, NEW)).code).toBe('throttled')
  expect((await put(ada, 'third@example.org')).status).toBe(200)
  expect((await mail.letters()).map(({ to }) => to)).toEqual(['third@example.org'])
})

test('where no letters are sent there is no address to change', async () => {
  await using rig = await startRig()
  expect((await put(await rig.firstAdmin(), NEW)).code).toBe('mail_off')
})

test('the address before takes a change back, and nobody is signed in then', async () => {
  const { rig, ada, users, mail } = await withAda()
  await using _ = rig
  await put(ada, NEW)
  await verify(rig, await mail.token())
  const token = await mail.token()
  await put(ada, 'third@example.org')
  const pending = await mail.token()
  rig.clock.advance(authorityLimits.undoMs - 1)
  expect(readAs(EmailNow, await undo(rig, token))).toEqual({ email: OLD })
  expect(users.get(ada.user)).toMatchObject({ email: OLD, pendingEmail: null })
  expect((await ada.ask('/v1/me')).status).toBe(401)
  expect((await verify(rig, pending)).code).toBe('code_unusable')
  expect((await undo(rig, token)).code).toBe('code_unusable')
})

test('a week later it is as it was changed', async () => {
  const { rig, ada, mail } = await withAda()
  await using _ = rig
  await put(ada, NEW)
  await verify(rig, await mail.token())
  const token = await mail.token()
  rig.clock.advance(authorityLimits.undoMs)
  expect((await undo(rig, token)).code).toBe('code_unusable')
})

test('an address that was taken away hears of it too, and can come back', async () => {
  const { rig, ada, users, mail } = await withAda()
  await using _ = rig
  expect(readAs(Me, await ada.ask('/v1/email', { method: 'DELETE' }))).toMatchObject({ email: null })
  expect((await undo(rig, await mail.token())).status).toBe(200)
  expect(users.get(ada.user)?.email).toBe(OLD)
})

test('whoever was in burns the way back neither by a new password nor by changing the address on', async () => {
  const { rig, ada, users, mail } = await withAda()
  await using _ = rig
  await put(ada, 'thief@example.org')
  await verify(rig, await mail.token())
  const back = await mail.token()
  await rig.ask('/v1/forgot', { body: { email: 'thief@example.org' } })
  const password = 'what the thief chose'
  const done = readAs(
    ResetDone,
    await rig.ask('/v1/reset', { body: { token: await mail.token(), password }, headers: CLI }),
  )
  await mail.letters()
  const headers = { authorization: `Bearer ${done.token}` }
  const fresh = await rig.ask('/v1/email', { method: 'PUT', body: { email: 'other@example.org' }, headers })
  expect(fresh.status).toBe(200)
  await verify(rig, await mail.token())
  const thiefs = await mail.token()
  expect((await undo(rig, thiefs)).status).toBe(200)
  expect(users.get(ada.user)?.email).toBe('thief@example.org')
  expect(readAs(EmailNow, await undo(rig, back))).toEqual({ email: OLD })
  // And what the thief could still take back is over.
  expect(users.get(ada.user)?.email).toBe(OLD)
  expect((await undo(rig, thiefs)).code).toBe('code_unusable')
})

test('what took a later change back is of no use once the earlier one was', async () => {
  const { rig, ada, users, mail } = await withAda()
  await using _ = rig
  await put(ada, 'thief@example.org')
  await verify(rig, await mail.token())
  const back = await mail.token()
  await put(ada, 'other@example.org')
  await verify(rig, await mail.token())
  const thiefs = await mail.token()
  expect((await undo(rig, back)).status).toBe(200)
  expect((await undo(rig, thiefs)).code).toBe('code_unusable')
  expect(users.get(ada.user)?.email).toBe(OLD)
})

test('an address that another account has by now does not come back to two', async () => {
  const { rig, ada, users, mail } = await withAda()
  await using _ = rig
  await put(ada, NEW)
  await verify(rig, await mail.token())
  const token = await mail.token()
  users.setEmail(rig.addUser('bob'), OLD, rig.clock.now())
  expect((await undo(rig, token)).code).toBe('email_taken')
  expect((await rig.ask('/v1/login', { body: { name: NEW, password: PASSWORD }, headers: CLI })).status).toBe(
    200,
  )
})
