/**
 * What waiting costs in private memory, after a collection: a parked session in a daemon, a tunnel at the relay, and an
 * idle circuit there (`relay-idle.ts`); each as many less none, by their number. Prints one JSON line.
 * `bun scripts/bench/idle.ts [sessions] [tunnels] [circuits]`
 */
import { join } from 'node:path'
import { openDatabase } from '../../daemon/db/open.ts'
import { privateMb } from '../../daemon/keeper/testing.ts'
import { createSessionStore } from '../../daemon/sessions/store.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { startRelay } from './parts/relay-clients.ts'

// A circuit is two sockets at the relay, and a process may often hold 20 000.
const [SESSIONS = 2_000, TUNNELS = 2_000, CIRCUITS = 9_900] = Bun.argv.slice(2).map(Number)
const goal = { bytesPerSession: 60 * 1024, bytesPerCircuit: 8 * 1024 }
const MIB = 1024 * 1024
/** From the collection that was asked for until its pages are back with the system. */
const COLLECTED_MS = 3_000

const none = await daemonBytes(0)
const parked = await daemonBytes(SESSIONS)
const tunnels = await tunnelBytes()
console.log(
  JSON.stringify({
    bench: 'idle',
    sessions: SESSIONS,
    daemonMb: Math.round(none / 1e5) / 10,
    bytesPerSession: Math.round((parked - none) / SESSIONS),
    tunnels: TUNNELS,
    bytesPerTunnel: tunnels,
    circuits: CIRCUITS,
    bytesPerCircuit: await circuitBytes(),
    goal,
  }),
)

/** Of a daemon that was started with so many parked sessions and has told them to somebody. */
async function daemonBytes(count: number): Promise<number> {
  await using home = await tempHome()
  fill(join(home.path, 'daemon.db'), count)
  const main = join(import.meta.dir, '../../daemon/testing/daemon-main.ts')
  const child = Bun.spawn([process.execPath, main, '--home', home.path], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  try {
    await child.stdout.getReader().read()
    const answer = await fetch('http://machine/v1/sessions', { unix: join(home.path, 'run/daemon.sock') })
    const told = (await answer.text()).split('"id":').length - 1
    if (told < count) throw new RangeError(`${told} sessions instead of ${count}`)
    for (let n = 0; n < 2; n++) {
      child.kill('SIGUSR2')
      await Bun.sleep(COLLECTED_MS)
    }
    return privateMb(child.pid) * MIB
  } finally {
    child.kill('SIGTERM')
    await child.exited
  }
}

function fill(path: string, count: number): void {
  const opened = openDatabase(path)
  if (opened.kind !== 'opened') throw new TypeError(opened.message)
  const { db } = opened
  const sessions = createSessionStore(db)
  db.transaction(() => {
    for (let n = 1; n <= count; n++) {
      const id = `s_idle${n}`
      const about = { nickname: id, title: `Parked ${n}`, titleBy: 'person', agent: 'demo' } as const
      sessions.insert({ ...about, id, cwd: '/', askSalt: 'salt', now: n })
      sessions.exited(id, { reason: 'parked', detail: null, unconfirmed: false })
    }
  })()
  db.close()
}

async function tunnelBytes(): Promise<number> {
  const relay = await startRelay()
  try {
    const empty = await relay.privateBytes()
    for (let n = 0; n < TUNNELS; n++) await relay.tunnel(`m_${n}`)
    return Math.round(((await relay.privateBytes()) - empty) / TUNNELS)
  } finally {
    await relay.stop()
  }
}

async function circuitBytes(): Promise<number> {
  const words = [join(import.meta.dir, 'relay-idle.ts'), String(CIRCUITS), '--idle-only']
  const child = Bun.spawn([process.execPath, ...words], { stdout: 'pipe', stderr: 'inherit' })
  const figures: unknown = await new Response(child.stdout).json()
  const held =
    typeof figures === 'object' && figures && 'bytesPerIdlePair' in figures && figures.bytesPerIdlePair
  if (typeof held !== 'number') throw new TypeError('the relay bench did not say what a circuit costs')
  return held
}
