/** The tunnel at a real relay: cut, restarted, and two daemons with one key. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { relayLimits } from '../../server/relay/limits.ts'
import { createRelay } from '../../server/relay/relay.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { nodeVerifier } from '../../shared/token/node-verifier.ts'
import { type RunningDaemon, startDaemon } from '../start.ts'
import { startAuthority, type TestAuthority } from '../testing/authority.ts'
import { testDevice } from '../testing/device.ts'
import { type EnrolledMachine, enrolledMachine } from '../testing/enrolled-machine.ts'

const PAIRING = 'AAECAwQFBgcICQoLDA0ODw'
const limits = { tunnelWaitMs: 20, tunnelWaitMostMs: 100, tunnelDisplacedMs: 200 }

let authority: TestAuthority
let machine: EnrolledMachine

beforeAll(async () => {
  authority = startAuthority((parts) => createRelay({ ...parts, limits: relayLimits, verify: nodeVerifier }))
  machine = await enrolledMachine(authority, { pairing: PAIRING, limits })
})
afterAll(async () => {
  await machine.end()
  await authority.stop()
}, 20_000)

test('a relay that is restarted finds the machine again, and circuits open as before', async () => {
  const device = testDevice(authority)
  const before = await device.circuit({ pairing: PAIRING })
  authority.restartRelay()
  expect(await before.endpoint.closed).toMatchObject({ code: 'circuit_lost' })
  await waitFor('the tunnel', 10_000, () => authority.online())
  await machine.daemon.tunnelUp()
  const after = await device.circuit()
  expect((await after.fetch('http://machine/v1/status')).status).toBe(200)
  after.close()
}, 20_000)

test('of two daemons with one key the newer one is connected, and the older one says so', async () => {
  const copy = await tempHome()
  for (const name of ['daemon.db', 'daemon.db-wal', 'machine-keys.json']) {
    cpSync(join(machine.home, name), join(copy.path, name))
  }
  const started = await startDaemon({
    home: copy.path,
    host: null,
    port: 0,
    env: { HOME: copy.path },
    log: pino({ level: 'silent' }),
    limits: { ...limits, tunnelDisplacedMs: 60_000 },
  })
  if (!started.ok) throw new Error(started.refusal.message)
  const other: RunningDaemon = started.daemon
  await other.tunnelUp()
  await waitFor('the older one', 5_000, () => machine.daemon.tunnelState().state === 'displaced')
  // Its wait over, the older one is the newer one.
  await waitFor('the copy', 5_000, () => other.tunnelState().state === 'displaced')
  expect(machine.daemon.tunnelState().state).toBe('online')
  await other.stop('all')
  await copy.remove()
}, 20_000)

test('a machine that was removed says what to do, and the daemon goes on', async () => {
  authority.bar('machine_revoked')
  authority.restartRelay()
  await waitFor('the refusal', 10_000, () => machine.daemon.tunnelState().state === 'refused')
  const status = await (await machine.local('/v1/status')).json()
  expect(status.tunnel).toMatchObject({ state: 'refused', code: 'machine_revoked' })
  expect(status.tunnel.why).toContain('enroll it again')
  expect((await machine.local('/v1/sessions')).status).toBe(200)
  authority.bar(null)
  await waitFor('the tunnel', 20_000, () => machine.daemon.tunnelState().state === 'online')
}, 40_000)
