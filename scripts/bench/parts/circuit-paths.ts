/** The ways to one machine that the benches compare: its loopback port, `ssh -R`, and a circuit through the relay. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCircuitPath } from './circuit-path.ts'
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
  const { ask, relay, machine, port, stop } = await openCircuitPath(delayMs)
  const ssh = await startSsh(directory, port, delayMs)
  const common = [process.pid, machine]
  return {
    loopback: { ask: fetch, base: `http://127.0.0.1:${port}`, pids: common },
    ssh: { ask: fetch, base: `http://127.0.0.1:${ssh.port}`, pids: [...common, ...ssh.pids()] },
    circuit: { ask, base: 'http://machine', pids: [...common, relay] },
    async stop() {
      ssh.stop()
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The middle one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((x, y) => x - y)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export const rounded = (value: number): number => Math.round(value * 100) / 100
