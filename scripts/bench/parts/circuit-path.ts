/** A circuit to a bench's machine, through a relay; both are processes of their own. */
import { join } from 'node:path'
import { createEndpoint } from '../../../shared/circuit/endpoint.ts'
import { createCircuitFetch } from '../../../shared/circuit/fetch.ts'
import { ok } from '../../../shared/errors.ts'
import { systemRandom } from '../../../shared/ids.ts'
import { initiate } from '../../../shared/noise/handshake.ts'
import { nodeSuite } from '../../../shared/noise/node-suite.ts'
import { prologue } from '../../../shared/noise/prologue.ts'
import { dialConnect } from '../../../shared/relay/dial-connect.ts'
import { noiseSealer } from '../../../shared/relay/noise-sealer.ts'
import { openingChannel } from '../../../shared/relay/opening-channel.ts'
import { systemClock } from '../../../shared/time.ts'
import { fromBase64url } from '../../../shared/token/base64url.ts'
import { BENCH } from './circuit-names.ts'
import { startDelay } from './delay-proxy.ts'

export interface CircuitPath {
  ask: typeof fetch
  relay: number
  machine: number
  /** Where the machine listens on loopback. */
  port: number
  stop(): Promise<void>
}

/** `delayMs`: each way, between the machine and the relay. */
export async function openCircuitPath(delayMs = 0): Promise<CircuitPath> {
  const relay = spawn('relay-server.ts')
  const relayPort = Number(await firstLine(relay))
  const delay = delayMs > 0 ? await startDelay(relayPort, delayMs) : null
  const machine = spawn('circuit-machine.ts', `ws://127.0.0.1:${delay?.port ?? relayPort}`)
  const { port, key }: { port: number; key: string } = JSON.parse(await firstLine(machine))
  return {
    ask: await circuitFetch(`ws://127.0.0.1:${relayPort}`, key),
    relay: relay.pid,
    machine: machine.pid,
    port,
    async stop() {
      delay?.stop()
      for (const child of [machine, relay]) {
        child.kill()
        await child.exited
      }
    },
  }
}

const spawn = (file: string, ...args: string[]) =>
  Bun.spawn(['bun', join(import.meta.dir, file), ...args], { stdout: 'pipe', stderr: 'inherit' })

async function firstLine(child: { stdout: ReadableStream<Uint8Array> }): Promise<string> {
  const reader = child.stdout.getReader()
  const { value } = await reader.read()
  reader.releaseLock()
  return Buffer.from(value ?? []).toString()
}

/** A circuit's fetch, sealed by a real handshake. */
async function circuitFetch(relay: string, key: string): Promise<typeof fetch> {
  const suite = nodeSuite(systemRandom)
  const dialled = await dialConnect({
    url: `${relay}/relay/connect`,
    capability: BENCH.capability,
    clock: systemClock,
    openSocket: (url) => new WebSocket(url),
  })
  if (!dialled.ok) throw dialled.error
  const channel = openingChannel(dialled.value)
  const begun = await initiate({
    suite,
    prologue: prologue(BENCH.issuer, BENCH.machine),
    staticKey: await suite.generateKeyPair(),
    remoteKey: fromBase64url(key) ?? new Uint8Array(0),
  })
  if (!begun.ok) throw new TypeError(begun.why)
  channel.send(begun.value.message)
  const finished = await begun.value.finish((await channel.receive()) ?? new Uint8Array(0))
  if (!finished.ok) throw new TypeError(finished.why)
  const endpoint = createEndpoint({
    role: 'initiator',
    channel: channel.rest(),
    sealer: noiseSealer(finished.value.transport),
    clock: systemClock,
  })
  return createCircuitFetch(async () => ok(endpoint))
}
