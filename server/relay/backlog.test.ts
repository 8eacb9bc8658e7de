import { afterEach, expect, test } from 'bun:test'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { createBacklog } from './backlog.ts'
import { relayLimits } from './limits.ts'
import { type Client, refusalOf } from './testing/client.ts'
import { addMachine, type Rig, startRig, type TestMachine } from './testing/rig.ts'
import { dialStalled, type StalledClient } from './testing/stalled-client.ts'

let rig: Rig
const stalled: StalledClient[] = []
afterEach(async () => {
  for (const client of stalled.splice(0)) client.destroy()
  await rig.stop()
})

/** A circuit whose device reads nothing until it is told to. */
async function slowCircuit(
  machine: TestMachine,
  tunnel: Client,
): Promise<{ device: StalledClient; daemon: Client }> {
  const device = await dialStalled(rig.port, '/relay/connect')
  stalled.push(device)
  device.sendText(JSON.stringify({ v: 1, capability: `${machine.id}/u_1/d_1/k_1`, more: 'x'.repeat(126) }))
  const daemon = await machine.accept(rig, await tunnel.nextJson())
  expect(await daemon.nextJson()).toEqual({ t: 'ready' })
  return { device, daemon }
}

const MESSAGE = 32 * 1024
const held = () => rig.relay.figures().heldBytes

test('a reader that stalls costs the relay less than 1 MiB and loses nothing', async () => {
  rig = startRig()
  const machine = addMachine(rig, 'm_1')
  const { device, daemon } = await slowCircuit(machine, await machine.tunnel(rig))
  const random = seededRandom(5)
  const messages = Array.from({ length: 512 }, () => new Uint8Array(MESSAGE).fill(random.int(256)))
  for (const message of messages) daemon.send(message)
  await waitFor('the relay to hold something', 5_000, () => held() > 0)
  let before = -1
  let peak = 0
  await waitFor('the sender to be stopped', 5_000, () => {
    const buffered = daemon.socket.bufferedAmount
    const still = buffered === before && buffered > 0
    before = buffered
    peak = Math.max(peak, held())
    return still
  })
  expect(peak).toBeLessThan(1024 * 1024)
  const got = await device.read(512 * MESSAGE)
  expect(Bun.hash(got)).toBe(Bun.hash(Buffer.concat(messages)))
  await waitFor('the relay to hold nothing', 5_000, () => held() === 0)
  daemon.socket.close()
  await daemon.closed
  expect(rig.rows.closed).toMatchObject([{ reason: 'user', bytes: { up: 0, down: 512 * MESSAGE } }])
})

test('a side over its bound ends with its circuit, and gives back what it held', async () => {
  rig = startRig({ backlogASideBytes: 16 * 1024 })
  const machine = addMachine(rig, 'm_1')
  const { daemon } = await slowCircuit(machine, await machine.tunnel(rig))
  for (let n = 0; n < 512; n++) daemon.send(new Uint8Array(MESSAGE))
  expect(await refusalOf(daemon)).toEqual({ code: 'over_budget', close: 4014 })
  expect(rig.rows.closed).toMatchObject([{ reason: 'over_budget' }])
  expect(rig.relay.figures()).toMatchObject({ circuits: 0, heldBytes: 0 })
})

test('a send that the runtime would drop ends the circuit instead', async () => {
  rig = startRig({ sendBufferBytes: 64 * 1024 })
  const machine = addMachine(rig, 'm_1')
  const { daemon } = await slowCircuit(machine, await machine.tunnel(rig))
  for (let n = 0; n < 512; n++) daemon.send(new Uint8Array(MESSAGE))
  expect((await refusalOf(daemon)).code).toBe('over_budget')
})

test('over the bound of all, the largest holder goes first', () => {
  rig = startRig()
  const backlog = createBacklog({ ...relayLimits, backlogASideBytes: 100, backlogBytes: 150 })
  const ended: string[] = []
  const holder = (name: string) => ({ bytes: 0, over: () => void ended.push(name) })
  const [small, large, last] = [holder('small'), holder('large'), holder('last')]
  backlog.hold(small, 40)
  backlog.hold(large, 90)
  expect(ended).toEqual([])
  backlog.hold(last, 30)
  expect(ended).toEqual(['large'])
  expect(backlog.total()).toBe(70)
  backlog.hold(last, 101)
  expect(ended).toEqual(['large', 'last'])
  backlog.hold(small, 0)
  expect(backlog.total()).toBe(0)
})
