/** Signing keys of an authority that change while a machine sleeps, and the cure where one was stolen. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startAuthority } from '../../server/start.ts'
import { CAPABILITY_TYP } from '../../shared/token/claims.ts'
import { readJws } from '../../shared/token/jws.ts'
import { Value } from '../../shared/typebox.ts'
import { SigningKeys } from '../../shared/wire/admin.ts'
import { SigningKeyChoice } from '../../shared/wire/machine.ts'
import { type BesideAuthority, besideAuthority, type PinnedDevice } from '../testing/beside-authority.ts'

let kit: BesideAuthority
let laptop: PinnedDevice

beforeAll(async () => {
  kit = await besideAuthority(startAuthority)
  laptop = await kit.device()
})
afterAll(() => kit.end(), 20_000)

async function signingKeys(): Promise<SigningKeys> {
  const answer = await kit.ask('GET', '/v1/admin/signing-keys')
  if (!Value.Check(SigningKeys, answer)) throw new TypeError(JSON.stringify(answer))
  return answer
}
const rotate = () => kit.ask('POST', '/v1/admin/signing-keys')
/** The oldest first. */
const kids = async (): Promise<string[]> => (await signingKeys()).keys.map(({ kid }) => kid).reverse()
async function settledNow(): Promise<void> {
  for (let tries = 0; (await signingKeys()).behind > 0; tries++) {
    if (tries > 500) throw new TypeError('it did not acknowledge')
    await Bun.sleep(10)
  }
}

/** Which key signs for the machine now. */
async function signerNow(): Promise<string> {
  const ticket = await laptop.ticket()
  const read = ticket.ok ? readJws(ticket.value.capability, CAPABILITY_TYP) : ticket
  if (!read.ok) throw read.error
  return read.value.kid
}

async function choice(method: string, kid?: string): Promise<SigningKeyChoice> {
  const body = kid === undefined ? undefined : { kid }
  const answer: unknown = await (await kit.local(method, '/v1/enrollment/signing-keys', body)).json()
  if (!Value.Check(SigningKeyChoice, answer)) throw new TypeError(JSON.stringify(answer))
  return answer
}

test('keys that change twice while the machine sleeps: what was signed meanwhile holds before and after', async () => {
  await kit.sleep()
  await rotate()
  await rotate()
  const all = await kids()
  expect(all).toHaveLength(3)
  expect((await signingKeys()).behind).toBe(1)
  // It acknowledged neither, so the authority signs with the one that it knows.
  expect(await signerNow()).toBe(all[0] ?? '')
  const meanwhile = await laptop.ticket()
  await kit.wake()
  expect(await laptop.status()).toBe(200)
  await settledNow()
  expect(await signerNow()).toBe(all[2] ?? '')
  expect(await laptop.status()).toBe(200)
  expect(await laptop.status(meanwhile)).toBe(200)
  expect(await choice('GET')).toMatchObject({ held: { kid: all[2], number: 3 } })
})

test('it remembers them in its next life, and follows on from there', async () => {
  await kit.sleep()
  await kit.wake()
  await rotate()
  await settledNow()
  expect(await laptop.status()).toBe(200)
  expect((await choice('GET')).held?.number).toBe(4)
})

test('a stolen key: the machine takes the newest that a person compared, and nothing that an older one signs', async () => {
  const stolen = await signerNow()
  const before = await laptop.ticket()
  await rotate()
  await settledNow()
  const newest = (await kids()).at(-1) ?? ''
  expect(await laptop.status(before)).toBe(200)
  const open = await laptop.open()
  if (open.is !== 'open') throw new TypeError(open.is)
  expect(await choice('PUT', newest)).toMatchObject({ held: { kid: newest }, offered: { kid: newest } })
  await open.endpoint.closed
  await kit.daemon().tunnelUp()
  expect(stolen).not.toBe(newest)
  expect(await laptop.refusal(before)).toBe('wrong_kid')
  expect(await laptop.status()).toBe(200)
  // Later statements still name the stolen key beside the new ones; here it stays nobody's.
  await rotate()
  await settledNow()
  expect(await laptop.refusal(before)).toBe('wrong_kid')
  expect(await laptop.status()).toBe(200)
  await kit.sleep()
  await kit.wake()
  expect(await laptop.refusal(before)).toBe('wrong_kid')
  expect(await laptop.status()).toBe(200)
})

test('a key that is not the one offered is not taken', async () => {
  const [old = ''] = await kids()
  const refused = await kit.local('PUT', '/v1/enrollment/signing-keys', { kid: old })
  expect(await refused.json()).toMatchObject({ error: { code: 'statement_stale' } })
  expect(await laptop.status()).toBe(200)
})
