/** Forward secrecy: who recorded a circuit and later has both static keys opens nothing of it. */
import { expect, test } from 'bun:test'
import { systemRandom } from '../ids.ts'
import { initiate, respond } from './handshake.ts'
import { must, nodeEnd, open, PROLOGUE } from './testing/circuit-ends.ts'

test('a recorded circuit does not open with the static keys alone, from either end', async () => {
  const { suite, keyPair } = nodeEnd
  const secrets = { device: systemRandom(32), machine: systemRandom(32) }
  const device = keyPair(Uint8Array.from(secrets.device))
  const machine = keyPair(Uint8Array.from(secrets.machine))
  const remoteKey = machine.publicKey
  const common = { suite, prologue: PROLOGUE }
  const begun = must(await initiate({ ...common, staticKey: device, remoteKey }))
  const heard = must(await respond({ ...common, staticKey: machine }, begun.message))
  const answered = must(await heard.answer())
  const finished = must(await begun.finish(answered.message))
  const recorded = {
    up: must(await finished.transport.seal(new TextEncoder().encode('what was asked'))),
    down: must(await answered.transport.seal(new TextEncoder().encode('what was answered'))),
  }

  // Both keys fell into somebody's hands: message 1 can be read, which says who it was and no more.
  const stolen = { device: keyPair(secrets.device), machine: keyPair(secrets.machine) }
  const again = must(await respond({ ...common, staticKey: stolen.machine }, begun.message))
  expect(again.remoteKey).toEqual(device.publicKey)
  const asMachine = must(await again.answer()).transport
  expect((await open(asMachine, recorded.up)).ok).toBe(false)
  const other = must(await initiate({ ...common, staticKey: stolen.device, remoteKey }))
  expect((await other.finish(answered.message)).ok).toBe(false)

  expect((await open(answered.transport, recorded.up)).ok).toBe(true)
  expect((await open(finished.transport, recorded.down)).ok).toBe(true)
})
