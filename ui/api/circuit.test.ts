/** The browser's way to a machine, with its own cryptography, over a real relay to a real daemon. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Signal, signal } from '@preact/signals'
import { startAuthority, type TestAuthority } from '../../daemon/testing/authority.ts'
import { type TestDevice, testDevice } from '../../daemon/testing/device.ts'
import { type EnrolledMachine, enrolledMachine } from '../../daemon/testing/enrolled-machine.ts'
import { relayLimits } from '../../server/relay/limits.ts'
import { createRelay } from '../../server/relay/relay.ts'
import { AppError, ok, refuse } from '../../shared/errors.ts'
import { systemRandom } from '../../shared/ids.ts'
import { webSuite } from '../../shared/noise/web-suite.ts'
import type { MachinePin } from '../../shared/relay/machine-pin.ts'
import type { OpenDeps, Ticket } from '../../shared/relay/open-circuit.ts'
import { systemClock } from '../../shared/time.ts'
import { nodeVerifier } from '../../shared/token/node-verifier.ts'
import type { MachineLock } from '../../shared/wire/lock.ts'
import { type UiLimits, uiLimits } from '../limits.ts'
import { until } from '../state/pause.ts'
import { type Circuit, createCircuit } from './circuit.ts'
import type { CircuitState } from './circuit-state.ts'
import { daemonOver } from './daemon.ts'
import { memoryStore } from './keyed-store.ts'
import { createMachinePins, type MachinePins } from './machine-pins.ts'
import { unwrap } from './unwrap.ts'

const PAIRING = 'AAECAwQFBgcICQoLDA0ODw'
let authority: TestAuthority
let machine: EnrolledMachine
const open: Circuit[] = []

beforeAll(async () => {
  authority = startAuthority((parts) => createRelay({ ...parts, limits: relayLimits, verify: nodeVerifier }))
  machine = await enrolledMachine(authority, { pairing: PAIRING })
})
afterAll(async () => {
  for (const circuit of open) circuit.close()
  await machine.end()
  await authority.stop()
}, 20_000)

interface Page {
  circuit: Circuit
  device: TestDevice
  pins: MachinePins
  dialled: string[]
  /** Capabilities that were asked for. */
  asked: Signal<number>
  answer: Partial<Ticket>
}

const pinsOf = (): MachinePins => createMachinePins('u_ada', { pins: memoryStore(), pairings: memoryStore() })

async function page(
  seed: number,
  given: { pins?: MachinePins; limits?: Partial<UiLimits>; ticket?: OpenDeps['ticket'] } = {},
): Promise<Page> {
  const device = testDevice(authority, { seed })
  const made: Omit<Page, 'circuit'> = {
    device,
    pins: given.pins ?? pinsOf(),
    dialled: [],
    asked: signal(0),
    answer: {},
  }
  const ticket = (): Ticket => ({
    issuer: authority.issuer,
    capability: device.mint({ exp: Math.floor(systemClock.now() / 1000) + 200 + made.asked.peek() }),
    expiresAt: systemClock.now() + 200_000,
    machineKey: authority.enrolled()?.machineKey ?? '',
    relayUrl: authority.relayUrl,
    successors: authority.successors(),
    ...made.answer,
  })
  const circuit = createCircuit({
    machine: authority.machine,
    deviceKey: device.key,
    deviceName: `page ${seed}`,
    pins: made.pins,
    ticket:
      given.ticket ??
      (async () => {
        const next = ticket()
        made.asked.value++
        return ok(next)
      }),
    suite: await webSuite(crypto.subtle, systemRandom),
    openSocket(url) {
      made.dialled.push(url)
      return new WebSocket(url)
    },
    clock: systemClock,
    random: systemRandom,
    limits: { ...uiLimits, reconnectMs: 20, reconnectMostMs: 100, ...given.limits },
  })
  open.push(circuit)
  return { ...made, circuit }
}

/** The machine's keys of now. */
function machinePin(): MachinePin {
  const { machineKey = '', signKey = '' } = authority.enrolled() ?? {}
  return { machineKey, signKey }
}

const never = new AbortController().signal
const reaches = (circuit: Circuit, is: CircuitState['is']): Promise<void> =>
  until(circuit.state, (state) => state.is === is, never)

test('the first page proves the pairing secret, takes the machine’s key, and asks what it wants', async () => {
  const pins = pinsOf()
  expect(await pins.keepPairing(null, PAIRING)).toBe(true)
  await pins.nameSetUp(authority.machine)
  const { circuit } = await page(1, { pins })
  expect(circuit.state.value).toEqual({ is: 'idle' })
  const status = await unwrap(daemonOver(circuit.fetch).v1.status.get())
  expect(status.ok && status.value.enrollment?.machine).toBe(authority.machine)
  expect(circuit.state.value).toEqual({ is: 'connected' })
  expect(await pins.pinned(authority.machine)).toEqual(machinePin())
  expect(await pins.pairing(authority.machine)).toBeNull()
})

test('another page waits with its code, is told apart from being offline, and enters once it was typed', async () => {
  const { circuit, pins } = await page(2)
  circuit.hold()
  await reaches(circuit, 'not_approved')
  const refused = await unwrap(daemonOver(circuit.fetch).v1.status.get())
  expect(refused.ok ? null : refused.error.code).toBe('device_not_approved')
  expect(await pins.pinned(authority.machine)).toBeNull()
  const lock: MachineLock = await (await machine.local('/v1/lock')).json()
  const state = circuit.state.value
  const approved = await machine.local(`/v1/lock/pending/${lock.pending[0]?.id}/approval`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: state.is === 'not_approved' ? state.code : '' }),
  })
  expect(approved.status).toBe(200)
  await reaches(circuit, 'connected')
  expect(await pins.pinned(authority.machine)).toEqual(machinePin())
})

test('what a waiting page shows a camera names the one that waits, and lets it in', async () => {
  const { circuit } = await page(8)
  circuit.hold()
  await reaches(circuit, 'not_approved')
  const lock: MachineLock = await (await machine.local('/v1/lock')).json()
  const state = circuit.state.value
  const [pending, scan] = state.is === 'not_approved' ? state.scan.split('.') : []
  expect(pending).toBe(lock.pending[0]?.id)
  const approved = await machine.local(`/v1/lock/pending/${pending}/approval`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scan }),
  })
  expect(approved.status).toBe(200)
  await reaches(circuit, 'connected')
})

test('a refreshed circuit shows the machine a capability of this moment before what is asked next', async () => {
  let fresh = false
  const device = testDevice(authority, { seed: 8 })
  let expiresIn = 200
  const { circuit } = await page(8, {
    ticket: async () => {
      const exp = Math.floor(systemClock.now() / 1000) + expiresIn
      const capability = device.mint({ exp, ...(fresh ? { fsh: true } : {}) })
      const machineKey = authority.enrolled()?.machineKey ?? ''
      const { issuer, relayUrl } = authority
      return ok({ issuer, capability, expiresAt: exp * 1000, machineKey, relayUrl })
    },
  })
  const { lock } = daemonOver(circuit.fetch).v1
  const off = async (): Promise<unknown> => {
    const turned = await unwrap(lock.put({ on: false }))
    return turned.ok ? turned.value.on : turned.error.code
  }
  expect(await off()).toBe('fresh_sign_in_required')
  fresh = true
  expect(await off()).toBe('fresh_sign_in_required')
  // Of the same second: it is asked for once more, a second later.
  expect(await circuit.refresh()).toEqual(ok(null))
  expect(await off()).toBe(false)
  expiresIn = 250
  expect(await circuit.refresh()).toEqual(ok(null))
  await unwrap(lock.put({ on: true }))
})

test('a key other than the one that was taken is never dialled, until a person accepts it', async () => {
  const pins = pinsOf()
  const other = 'A'.repeat(43)
  await pins.pin(authority.machine, { machineKey: other, signKey: null })
  const { circuit, dialled } = await page(2, { pins })
  circuit.hold()
  await reaches(circuit, 'key_changed')
  const offered = authority.enrolled()?.machineKey ?? ''
  expect(circuit.state.value).toEqual({ is: 'key_changed', pinned: other, offered })
  circuit.retry()
  await reaches(circuit, 'key_changed')
  expect(dialled).toEqual([])
  await circuit.acceptKey()
  await reaches(circuit, 'connected')
  expect(await pins.pinned(authority.machine)).toEqual(machinePin())
})

test('a machine that changed its key is followed by a page that holds it, without a word', async () => {
  const pins = await pinnedPins()
  const { circuit } = await page(2, { pins })
  circuit.hold()
  await reaches(circuit, 'connected')
  const before = machinePin()
  const seen: string[] = []
  const stop = circuit.state.subscribe(({ is }) => void seen.push(is))
  expect((await machine.local('/v1/enrollment/keys', { method: 'POST' })).status).toBe(200)
  await until(circuit.state, ({ is }) => is === 'connected' && seen.length > 1, never)
  const status = await unwrap(daemonOver(circuit.fetch).v1.status.get())
  expect(status.ok && status.value.enrollment?.key).toBe(machinePin().machineKey)
  expect(machinePin().machineKey).not.toBe(before.machineKey)
  expect(await pins.pinned(authority.machine)).toEqual(machinePin())
  expect(seen).not.toContain('key_changed')
  stop()
})

test('who holds a circuit gets another when the relay was restarted, and requests tell what is the matter', async () => {
  const { circuit, dialled } = await page(2, { pins: await pinnedPins() })
  const letGo = circuit.hold()
  await reaches(circuit, 'connected')
  const seen: string[] = []
  const stop = circuit.state.subscribe(({ is }) => void seen.push(is))
  authority.restartRelay()
  await reaches(circuit, 'connecting')
  await reaches(circuit, 'connected')
  expect(seen.slice(0, 2)).toEqual(['connected', 'connecting'])
  expect(dialled.length).toBeGreaterThan(1)
  stop()
  letGo()
  circuit.close()
  expect(circuit.state.value).toEqual({ is: 'idle' })
})

test('a capability is renewed before it ends', async () => {
  const pins = await pinnedPins()
  const opened = await page(2, { pins, limits: { renewBeforeMs: 199_900, renewAgainMs: 10 } })
  opened.circuit.hold()
  await reaches(opened.circuit, 'connected')
  await until(opened.asked, (asked) => asked >= 3, never)
  const status = await unwrap(daemonOver(opened.circuit.fetch).v1.status.get())
  expect(status.ok).toBe(true)
  expect(opened.dialled).toHaveLength(1)
})

test('only the authority itself ends a sign-in; what time does not cure is said and not tried again', async () => {
  const ended = await page(2, { ticket: async () => refuse('session_revoked', 'over') })
  ended.circuit.hold()
  await reaches(ended.circuit, 'signed_out')
  const off = await page(2, { ticket: async () => refuse('remote_chat_off', 'off') })
  off.circuit.hold()
  await reaches(off.circuit, 'refused')
  expect(off.circuit.state.value).toEqual({ is: 'refused', code: 'remote_chat_off' })
  const answer = await unwrap(daemonOver(off.circuit.fetch).v1.status.get())
  expect(answer.ok ? null : answer.error.code).toBe('remote_chat_off')
})

test('an authority that does not answer is tried again and counted', async () => {
  let asked = 0
  const lost = async () => {
    asked++
    return { ok: false, error: new AppError('authority_unreachable', 'gone') } as const
  }
  const { circuit } = await page(2, { ticket: lost })
  circuit.hold()
  await until(circuit.state, (state) => state.is === 'connecting' && state.attempt >= 3, never)
  expect(asked).toBeGreaterThanOrEqual(2)
  circuit.close()
})

test('a machine without its tunnel is offline since then, and comes back by itself', async () => {
  const { circuit } = await page(2, { pins: await pinnedPins() })
  authority.bar('machine_revoked')
  authority.restartRelay()
  circuit.hold()
  await reaches(circuit, 'offline')
  const since = circuit.state.value.is === 'offline' ? circuit.state.value.since : 0
  expect(since).toBeGreaterThan(0)
  authority.bar(null)
  authority.restartRelay()
  await reaches(circuit, 'connected')
}, 15_000)

async function pinnedPins(): Promise<MachinePins> {
  const pins = pinsOf()
  await pins.pin(authority.machine, machinePin())
  return pins
}
