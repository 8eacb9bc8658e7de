import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRecord } from './narrow.ts'
import { startClient, type TestClient } from './test-client.ts'
import { initialize, type Opened, openSession } from './test-session.ts'

export interface Bench {
  folder: string
  state: string
  cwd: string
  /** The journal's entries so far, of every agent started here. */
  journal(): Promise<Record<string, unknown>[]>
  start(...more: string[]): TestClient
  /** A started, initialized agent with one new session. */
  open(more?: Record<string, unknown>): Promise<Opened>
  close(): Promise<void>
}

/** A temp folder with a workspace, a state directory and a journal, and the agents started on them. */
export async function createBench(): Promise<Bench> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'demo-agent-')))
  const state = join(folder, 'state')
  const file = join(folder, 'journal')
  const cwd = await mkdtemp(join(folder, 'workspace-'))
  const clients: TestClient[] = []
  const bench: Bench = {
    folder,
    state,
    cwd,
    async journal() {
      const lines = (await Bun.file(file).text()).split('\n').filter((line) => line !== '')
      return lines.map((line): unknown => JSON.parse(line)).filter(isRecord)
    },
    start(...more) {
      const client = startClient(['--state', state, '--journal', file, ...more])
      clients.push(client)
      return client
    },
    async open(more) {
      const client = bench.start()
      await initialize(client)
      return openSession(client, cwd, more)
    },
    async close() {
      for (const client of clients) await client.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return bench
}
