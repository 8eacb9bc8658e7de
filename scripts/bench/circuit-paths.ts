/** The ways to one machine that the benches compare: its loopback port, `ssh -R`, and a circuit through the relay. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEndpoint } from '../../shared/circuit/endpoint.ts'
import { createCircuitFetch } from '../../shared/circuit/fetch.ts'
import { ok } from '../../shared/errors.ts'
import { systemRandom } from '../../shared/ids.ts'
import { initiate } from '../../shared/noise/handshake.ts'
import { nodeSuite } from '../../shared/noise/node-suite.ts'
import { prologue } from '../../shared/noise/prologue.ts'
import { dialConnect } from '../../shared/relay/dial-connect.ts'
import { noiseSealer } from '../../shared/relay/noise-sealer.ts'
import { openingChannel } from '../../shared/relay/opening-channel.ts'
import { systemClock } from '../../shared/time.ts'
import { fromBase64url } from '../../shared/token/base64url.ts'
import { BENCH } from './circuit-names.ts'
import { startDelay } from './delay-proxy.ts'
import { startSsh } from './ssh-reverse.ts'

export interface Path {
  ask: typeof fetch
  base: string
  /** Processes that work for it, this one and the machine included. */
  pids: number[]
}

export interface Paths {
  loopback: Path
  ssh: Path
  circuit: Path
  stop(): Promise<void>
}

/** `delayMs`: each way, between the machine and the relay or the ssh server. */
export async function openPaths(delayMs = 0): Promise<Paths> {
  const directory = await mkdtemp(join(tmpdir(), 'fl-bench-'))
  const relay = spawn('relay-server.ts')
  const relayPort = Number(await firstLine(relay))
  const delay = delayMs > 0 ? await startDelay(relayPort, delayMs) : null
  const machine = spawn('circuit-machine.ts', `ws://127.0.0.1:${delay?.port ?? relayPort}`)
  const { port, key }: { port: number; key: string } = JSON.parse(await firstLine(machine))
  const ssh = await startSsh(directory, port, delayMs)
  const common = [process.pid, machine.pid]
  const circuit = await circuitFetch(`ws://127.0.0.1:${relayPort}`, key)
  return {
    loopback: { ask: fetch, base: `http://127.0.0.1:${port}`, pids: common },
    ssh: { ask: fetch, base: `http://127.0.0.1:${ssh.port}`, pids: [...common, ...ssh.pids()] },
    circuit: { ask: circuit, base: 'http://machine', pids: [...common, relay.pid] },
    async stop() {
      ssh.stop()
      delay?.stop()
      for (const child of [machine, relay]) {
        child.kill()
        await child.exited
      }
      await rm(directory, { recursive: true, force: true })
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

/** The middle one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((x, y) => x - y)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export const rounded = (value: number): number => Math.round(value * 100) / 100
