/**
 * A machine in a process of its own, for the benches: it holds a tunnel to the relay given as its argument, answers each
 * circuit by Noise, and listens on loopback with the same app. Prints `{port, key}`.
 */

import { dial } from '../../../server/relay/testing/client.ts'
import { createEndpoint } from '../../../shared/circuit/endpoint.ts'
import { serveCircuit } from '../../../shared/circuit/serve.ts'
import { systemRandom } from '../../../shared/ids.ts'
import { respond } from '../../../shared/noise/handshake.ts'
import { nodeSuite } from '../../../shared/noise/node-suite.ts'
import { prologue } from '../../../shared/noise/prologue.ts'
import { noiseSealer } from '../../../shared/relay/noise-sealer.ts'
import { openingChannel } from '../../../shared/relay/opening-channel.ts'
import { socketChannel } from '../../../shared/relay/socket-channel.ts'
import { systemClock } from '../../../shared/time.ts'
import { toBase64url } from '../../../shared/token/base64url.ts'
import { benchApp } from './bench-app.ts'
import { BENCH } from './circuit-names.ts'

const relay = Bun.argv[2] ?? ''
const suite = nodeSuite(systemRandom)
const staticKey = await suite.generateKeyPair()

const tunnel = await dial(`${relay}/relay/tunnel`)
await tunnel.next()
const proof = Buffer.alloc(64).toString('base64url')
tunnel.send({ t: 'hello', v: 1, machine: BENCH.machine, proof, version: '0' })
await tunnel.next()
setInterval(() => tunnel.send({ t: 'ping' }), 15_000)

async function accept(circuit: unknown, secret: unknown): Promise<void> {
  const socket = await dial(`${relay}/relay/accept`)
  socket.send({ v: 1, circuit, secret })
  await socket.next()
  const channel = openingChannel(socketChannel(socket.socket, systemClock))
  const message = await channel.receive()
  const common = { suite, prologue: prologue(BENCH.issuer, BENCH.machine), staticKey }
  const responding = message && (await respond(common, message))
  const answered = responding?.ok ? await responding.value.answer() : null
  if (!answered?.ok) return channel.close('protocol_error')
  channel.send(answered.value.message)
  const endpoint = createEndpoint({
    role: 'acceptor',
    channel: channel.rest(),
    sealer: noiseSealer(answered.value.transport),
    clock: systemClock,
  })
  serveCircuit(endpoint, benchApp, { streamsBody: () => true })
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  fetch: benchApp,
})
console.log(JSON.stringify({ port: server.port, key: toBase64url(staticKey.publicKey) }))
for (;;) {
  const { t, circuit, secret } = await tunnel.nextJson()
  if (t === 'open') void accept(circuit, secret)
}
