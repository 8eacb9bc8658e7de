/** Both ends of circuits through a relay in another process, for the benches. */
import { join } from 'node:path'
import { type Client, dial } from '../../../server/relay/testing/client.ts'

interface BenchRelay {
  /** Dialled once for a machine, and kept. */
  tunnel(machine: string): Promise<unknown>
  /** A spliced circuit; the machine's tunnel is dialled when it has none. */
  open(machine: string, sub: string): Promise<{ device: Client; daemon: Client }>
  /** Returns with the answer of the act. */
  revoke(sub: string): Promise<void>
  privateBytes(): Promise<number>
  stop(): Promise<void>
}

const MIB = 1024 * 1024
const PROOF = Buffer.alloc(64).toString('base64url')

export async function startRelay(): Promise<BenchRelay> {
  const child = Bun.spawn(['bun', join(import.meta.dir, 'relay-server.ts')], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const port = await firstNumber(child.stdout)
  const at = `127.0.0.1:${port}`
  const door = (name: string): Promise<Client> => dial(`ws://${at}/relay/${name}`)
  const tunnels = new Map<string, Promise<Client>>()
  const tunnelOf = async (machine: string): Promise<Client> => {
    const client = await door('tunnel')
    await client.next()
    client.send({ t: 'hello', v: 1, machine, proof: PROOF, version: '0' })
    await client.next()
    const timer = setInterval(() => client.send({ t: 'ping' }), 15_000)
    timer.unref()
    return client
  }
  const nextOpen = async (tunnel: Client): Promise<Record<string, unknown>> => {
    for (;;) {
      const said = await tunnel.nextJson()
      if (said.t === 'open') return said
    }
  }
  const tunnelFor = (machine: string): Promise<Client> => {
    const dialled = tunnels.get(machine) ?? tunnelOf(machine)
    tunnels.set(machine, dialled)
    return dialled
  }
  return {
    tunnel: tunnelFor,
    async open(machine, sub) {
      const tunnel = await tunnelFor(machine)
      const device = await door('connect')
      device.send({ v: 1, capability: `${machine}/${sub}/d_1/k_1` })
      const { circuit, secret } = await nextOpen(tunnel)
      const daemon = await door('accept')
      daemon.send({ v: 1, circuit, secret })
      await Promise.all([device.next(), daemon.next()])
      return { device, daemon }
    },
    async revoke(sub) {
      await (await fetch(`http://${at}/revoke?sub=${sub}`)).text()
    },
    async privateBytes() {
      const answer: unknown = await (await fetch(`http://${at}/memory`)).json()
      const held = typeof answer === 'object' && answer && 'privateMb' in answer ? answer.privateMb : null
      if (typeof held !== 'number') throw new TypeError('the relay did not say its memory')
      return held * MIB
    },
    async stop() {
      child.kill()
      await child.exited
    },
  }
}

async function firstNumber(stream: ReadableStream<Uint8Array>): Promise<number> {
  const reader = stream.getReader()
  const { value } = await reader.read()
  reader.releaseLock()
  return Number(Buffer.from(value ?? []).toString())
}
