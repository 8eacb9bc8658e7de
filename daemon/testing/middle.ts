/**
 * A hostile authority's box: to the device it is the machine, under a key of its own, to the machine it is a device, under
 * another. It passes on all it can read, which is everything but what is bound to either handshake.
 */

import type { Channel, ChannelEvents } from '../../shared/circuit/channel.ts'
import { respond } from '../../shared/noise/handshake.ts'
import { nodeKeyPair, nodeSuite } from '../../shared/noise/node-suite.ts'
import { LOCK_NONCE_BYTES, lockCommit } from '../../shared/noise/pairing.ts'
import { prologue } from '../../shared/noise/prologue.ts'
import { Admit, Reveal } from '../../shared/relay/admission.ts'
import { openingChannel } from '../../shared/relay/opening-channel.ts'
import { sealedMessages } from '../../shared/relay/sealed-messages.ts'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { toBase64url } from '../../shared/token/base64url.ts'
import type { TestAuthority } from './authority.ts'
import { type Opened, testDevice } from './device.ts'

export interface Middle {
  url: string
  /** What it tells devices is the machine's; base64url. */
  machineKey: string
  /** What it shows the machine; base64url. */
  deviceKey: string
  /** Its own circuit to the machine, once that waits for approval. */
  waiting: Promise<Extract<Opened, { kind: 'waiting' }>>
  stop(): Promise<void>
}

interface Seat {
  events: ChannelEvents | null
  ready: boolean
}

export function startMiddle(authority: TestAuthority): Middle {
  const random = seededRandom(77)
  const machineKey = nodeKeyPair(random(32))
  const device = testDevice(authority, { seed: 78 })
  const waiting = Promise.withResolvers<Extract<Opened, { kind: 'waiting' }>>()

  async function serve(channel: Channel): Promise<void> {
    const opening = openingChannel(channel)
    const message = await opening.receive()
    const responding =
      message &&
      (await respond(
        {
          suite: nodeSuite(random),
          prologue: prologue(authority.issuer, authority.machine),
          staticKey: machineKey,
        },
        message,
      ))
    const answered = responding?.ok ? await responding.value.answer() : null
    if (!answered?.ok) return opening.close('protocol_error')
    opening.send(answered.value.message)
    const toDevice = sealedMessages(opening, answered.value.transport)
    const admit = await toDevice.receive(Admit)
    if (!admit) return
    // The authority mints it a capability of its own: the device's is bound to a key it does not have.
    const atMachine = await device.open()
    if (atMachine.kind === 'waiting') waiting.resolve(atMachine)
    const nM = random(LOCK_NONCE_BYTES)
    await toDevice.send({ approval: 'commit', commit: lockCommit(nM).toHex(), pending: 'pd_middle' })
    await toDevice.receive(Reveal)
    await toDevice.send({ approval: 'reveal', nonce: nM.toHex() })
  }

  const server = Bun.serve<Seat>({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request, at) =>
      at.upgrade(request, { data: { events: null, ready: false } }) ? undefined : new Response(null),
    websocket: {
      message(socket, data) {
        if (!socket.data.ready) {
          socket.data.ready = true
          socket.sendText(JSON.stringify({ t: 'ready' }))
          void serve({
            send: (message) => void socket.sendBinary(message),
            writable: true,
            close: () => socket.close(),
            listen: (events) => {
              socket.data.events = events
            },
          })
          return
        }
        if (typeof data !== 'string') socket.data.events?.onMessage(Uint8Array.from(data))
      },
      close: (socket) => socket.data.events?.onClose(),
    },
  })
  return {
    url: `ws://127.0.0.1:${server.port}`,
    machineKey: toBase64url(machineKey.publicKey),
    deviceKey: device.publicKey,
    waiting: waiting.promise,
    async stop() {
      void waiting.promise.then((one) => one.leave())
      await server.stop(true)
    },
  }
}
