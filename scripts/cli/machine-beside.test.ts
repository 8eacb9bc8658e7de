import { expect, test } from 'bun:test'
import { systemClock } from '../../shared/time.ts'
import {
  type AuthorityBeside,
  type DaemonBeside,
  enrollBeside,
  setUpLinkOf,
  tunnelSettled,
} from './machine-beside.ts'

const here = { issuer: 'a_1', origin: 'http://127.0.0.1:1', relayUrl: 'ws://127.0.0.1:1' }
const enrolled = { machine: 'm_1', ...here }

function beside(given: {
  enrolled?: ReturnType<DaemonBeside['enrolled']>
  local?: null
  link?: null
  tunnel?: string
}) {
  const asked: unknown[] = []
  const authority: AuthorityBeside = {
    ...here,
    url: 'http://127.0.0.1:1',
    setUpLink: () => (given.link === null ? null : '/set-up#fu_x'),
    localMachine: () => (given.local === null ? null : { machine: 'm_1', code: 'fe_x' }),
  }
  const daemon: DaemonBeside = {
    enrolled: () => given.enrolled ?? null,
    async enroll(wanted) {
      asked.push(wanted)
      return { ok: true }
    },
    newPairing: () => ({ secret: 'secret', until: 1 }),
    tunnelState: () => ({ state: given.tunnel ?? 'online' }),
  }
  return { authority, daemon, asked }
}

const enrolls = async (given: Parameters<typeof beside>[0]) => {
  const { authority, daemon, asked } = beside(given)
  return { said: await enrollBeside(daemon, authority), asked: asked.length }
}

test('a machine is enrolled when it never was, or its authority has another address now', async () => {
  const other = 'ws://127.0.0.1:2'
  expect(await enrolls({})).toEqual({ said: null, asked: 1 })
  expect(await enrolls({ enrolled })).toEqual({ said: null, asked: 0 })
  expect(await enrolls({ enrolled: { ...enrolled, relayUrl: other } })).toEqual({ said: null, asked: 1 })
  expect(await enrolls({ enrolled: { ...enrolled, issuer: 'a_lost' } })).toEqual({ said: null, asked: 1 })
})

test('a machine of another authority stays that one’s', async () => {
  const elsewhere = { machine: 'm_2', issuer: 'a_2', origin: 'https://two', relayUrl: 'wss://two' }
  expect(await enrolls({ enrolled: elsewhere })).toEqual({ said: null, asked: 0 })
  const { authority, daemon } = beside({ enrolled: elsewhere })
  expect(setUpLinkOf(authority, daemon)).toBe('http://127.0.0.1:1/set-up#fu_x')
})

test('a machine that was removed from its account is not taken back, and says so', async () => {
  const { said, asked } = await enrolls({ local: null })
  expect(said).toContain('fairlead enroll')
  expect(asked).toBe(0)
})

test('the set-up link carries what the machine knows, as long as nobody has an account', () => {
  const { authority, daemon } = beside({ enrolled })
  expect(setUpLinkOf(authority, daemon)).toBe('http://127.0.0.1:1/set-up#fu_x.secret')
  const done = beside({ enrolled, link: null })
  expect(setUpLinkOf(done.authority, done.daemon)).toBeNull()
})

test('a tunnel that will not come up is not waited for', async () => {
  expect(await tunnelSettled(beside({ enrolled }).daemon, systemClock)).toBeNull()
  expect(await tunnelSettled(beside({ tunnel: 'off' }).daemon, systemClock)).toBeNull()
  const refused = await tunnelSettled(beside({ enrolled, tunnel: 'refused' }).daemon, systemClock)
  expect(refused).toContain('(refused)')
})
