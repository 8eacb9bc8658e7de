import { expect, test } from 'bun:test'
import { MINUTE_MS } from '../../shared/time.ts'
import { newDevice, PASSWORD, startRig } from '../testing/rig.ts'

/** What outlives the sign-in that did it. */
const acts: [string, object][] = [
  ['/v1/devices', newDevice()],
  ['/v1/keys', { name: 'x', scopes: ['read'] }],
]

test.each(acts)(
  '%s wants the password of the last ten minutes, by cookie and by token, and then works',
  async (path, body) => {
    await using rig = await startRig()
    const ada = await rig.firstAdmin()
    const cookie = `fl_${rig.authority.issuer.slice(2, 10)}=${ada.secret}`
    rig.clock.advance(10 * MINUTE_MS - 1)
    expect((await ada.ask(path, { body })).status).toBe(201)
    rig.clock.advance(1)
    for (const asked of [await ada.ask(path, { body }), await rig.ask(path, { body, headers: { cookie } })]) {
      expect([asked.status, asked.code]).toEqual([403, 'fresh_sign_in_required'])
    }
    expect((await ada.ask('/v1/fresh', { body: { password: 'not the password' } })).code).toBe(
      'invalid_login',
    )
    expect((await ada.ask(path, { body })).code).toBe('fresh_sign_in_required')
    await ada.ask('/v1/fresh', { body: { password: PASSWORD } })
    expect((await ada.ask(path, { body })).status).toBe(201)
  },
)

test('one sign-in’s password makes no other fresh', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  const phone = await rig.signIn('ada')
  rig.clock.advance(10 * MINUTE_MS)
  await ada.ask('/v1/fresh', { body: { password: PASSWORD } })
  const refused = await phone.ask('/v1/keys', { body: { name: 'x', scopes: ['read'] } })
  expect(refused.code).toBe('fresh_sign_in_required')
})
