/** How many circuits may be open or being opened, and how long the latter may take. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { relayLimits } from '../../server/relay/limits.ts'
import { createRelay } from '../../server/relay/relay.ts'
import { Ready } from '../../shared/relay/messages.ts'
import { openingChannel } from '../../shared/relay/opening-channel.ts'
import { readControl } from '../../shared/relay/read-control.ts'
import { socketChannel } from '../../shared/relay/socket-channel.ts'
import { systemClock } from '../../shared/time.ts'
import { nodeVerifier } from '../../shared/token/node-verifier.ts'
import type { DaemonLimits } from '../limits.ts'
import { startAuthority, type TestAuthority } from '../testing/authority.ts'
import { testDevice } from '../testing/device.ts'
import { type EnrolledMachine, enrolledMachine } from '../testing/enrolled-machine.ts'

const PAIRING = 'AAECAwQFBgcICQoLDA0ODw'

let authority: TestAuthority
let machine: EnrolledMachine | null = null

beforeEach(() => {
  authority = startAuthority((parts) => createRelay({ ...parts, limits: relayLimits, verify: nodeVerifier }))
})
afterEach(async () => {
  await machine?.end()
  machine = null
  await authority.stop()
}, 20_000)

async function machineWith(limits: Partial<DaemonLimits>): Promise<void> {
  machine = await enrolledMachine(authority, { pairing: PAIRING, limits })
}

/** A device that is spliced, and says nothing of itself; `ended` resolves when the machine has closed it. */
async function silent(capability: string, say: Uint8Array[] = []): Promise<{ ended: Promise<void> }> {
  const socket = new WebSocket(`${authority.relayUrl}/relay/connect`)
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  socket.send(JSON.stringify({ v: 1, capability }))
  await new Promise<void>((resolve) => {
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (readControl(Ready, data)) resolve()
    }
  })
  const channel = openingChannel(socketChannel(socket, systemClock))
  for (const message of say) channel.send(message)
  return { ended: channel.ended }
}

test('a device that says nothing, or nothing that can be, is closed and leaves its place', async () => {
  await machineWith({ circuitOpenMs: 150, circuitOpenings: 1 })
  const device = testDevice(authority)
  for (const say of [[], [new Uint8Array(96).fill(7)], [new Uint8Array(1)]]) {
    const one = await silent(device.mint(), say)
    await one.ended
  }
  const circuit = await device.circuit({ pairing: PAIRING })
  expect((await circuit.fetch('http://machine/v1/status')).status).toBe(200)
  circuit.close()
})

test('while as many are being opened as may be, the next is told so at once', async () => {
  await machineWith({ circuitOpenMs: 800, circuitOpenings: 2 })
  const device = testDevice(authority)
  const slow = [await silent(device.mint()), await silent(device.mint())]
  expect(await device.open({ pairing: PAIRING })).toEqual({ kind: 'refused', code: 'circuit_limit' })
  await Promise.all(slow.map(({ ended }) => ended))
  const circuit = await device.circuit({ pairing: PAIRING })
  circuit.close()
}, 10_000)

test('a device that waits for approval takes no place from those that open', async () => {
  await machineWith({ circuitOpenings: 1 })
  const waiting = await testDevice(authority, { seed: 2 }).open()
  expect(waiting.kind).toBe('waiting')
  const circuit = await testDevice(authority).circuit({ pairing: PAIRING })
  circuit.close()
  if (waiting.kind === 'waiting') waiting.leave()
})

test('one subject has so many circuits and no more, and gets the place back', async () => {
  await machineWith({ circuitsASubject: 2 })
  const device = testDevice(authority)
  const first = await device.circuit({ pairing: PAIRING })
  const second = await device.circuit()
  expect(await device.open()).toEqual({ kind: 'refused', code: 'circuit_limit' })
  first.close()
  await first.endpoint.closed
  // The machine hears of it a moment later than the device.
  for (;;) {
    const opened = await device.open()
    if (opened.kind !== 'open') continue
    opened.circuit.close()
    break
  }
  second.close()
})

test('two tabs of one device have a circuit each: the end of one, however it comes, is not the other’s', async () => {
  await machineWith({})
  const device = testDevice(authority)
  const first = await device.circuit({ pairing: PAIRING })
  const second = await device.circuit()
  const stream = await second.fetch('http://machine/v1/stream')
  const reader = stream.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  first.close()
  await first.endpoint.closed
  // A tab that breaks the rules ends its own circuit.
  const third = await device.circuit()
  third.renew('no capability')
  expect(await third.endpoint.closed).toMatchObject({ code: 'token_malformed' })
  expect((await second.fetch('http://machine/v1/status')).status).toBe(200)
  await machine?.local('/v1/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agent: 'demo', cwd: machine.home }),
  })
  expect((await reader?.read())?.done).toBe(false)
  second.close()
})

test('the tabs of one device share its person’s budget, and what one gives back another has', async () => {
  await machineWith({ circuitsASubject: 3 })
  const device = testDevice(authority)
  const tabs = [
    await device.circuit({ pairing: PAIRING }),
    await device.circuit(),
    await testDevice(authority, { sid: 'k_other' }).circuit(),
  ]
  expect(await device.open()).toEqual({ kind: 'refused', code: 'circuit_limit' })
  for (const tab of tabs) expect((await tab.fetch('http://machine/v1/status')).status).toBe(200)
  for (const tab of tabs) tab.close()
})

test('a daemon that ends says so on every circuit', async () => {
  await machineWith({})
  const circuit = await testDevice(authority).circuit({ pairing: PAIRING })
  await machine?.daemon.stop('all')
  expect(await circuit.endpoint.closed).toMatchObject({ code: 'shutting_down' })
})
