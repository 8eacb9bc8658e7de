/**
 * What waiting costs in private memory, after a collection: a parked session in a daemon, a tunnel at the relay, and an
 * idle circuit there (`relay-idle.ts`); each as many less none, by their number. And in CPU time: a daemon with those
 * sessions and one reader of the machine stream, in percent of a core. Prints one JSON line.
 * `bun scripts/bench/idle.ts [sessions] [tunnels] [circuits]`
 */
import { join } from 'node:path'
import { openDatabase } from '../../daemon/db/open.ts'
import { privateMb } from '../../daemon/keeper/testing.ts'
import { createSessionStore } from '../../daemon/sessions/store.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { cpuWithEnded } from './parts/cpu-time.ts'
import { startRelay } from './parts/relay-clients.ts'

// A circuit is two sockets at the relay, and a process may often hold 20 000.
const [SESSIONS = 2_000, TUNNELS = 2_000, CIRCUITS = 9_900] = Bun.argv.slice(2).map(Number)
const goal = { bytesPerSession: 60 * 1024, idleCpuPercent: 1, bytesPerCircuit: 8 * 1024 }
const MIB = 1024 * 1024
/** From the collection that was asked for until its pages are back with the system. */
const COLLECTED_MS = 3_000
/** From a start and the whole list told until a daemon has nothing left to do; two pings and more are in the window. */
const SETTLED_MS = 5_000
const WINDOW_MS = 35_000

const none = await withDaemon(0, privateBytes)
const parked = await withDaemon(SESSIONS, async (daemon) => ({
  idle: await idleWindow(daemon),
  bytes: await privateBytes(daemon),
}))
const tunnels = await tunnelBytes()
console.log(
  JSON.stringify({
    bench: 'idle',
    sessions: SESSIONS,
    daemonMb: Math.round(none / 1e5) / 10,
    bytesPerSession: Math.round((parked.bytes - none) / SESSIONS),
    ...parked.idle,
    tunnels: TUNNELS,
    bytesPerTunnel: tunnels,
    circuits: CIRCUITS,
    bytesPerCircuit: await circuitBytes(),
    goal,
  }),
)

interface IdleDaemon {
  pid: number
  ask(path: string, init?: RequestInit): Promise<Response>
}

/** A daemon that was started with so many parked sessions, for as long as somebody measures it. */
async function withDaemon<T>(count: number, measure: (daemon: IdleDaemon) => Promise<T>): Promise<T> {
  await using home = await tempHome()
  fill(join(home.path, 'daemon.db'), count)
  const main = join(import.meta.dir, '../../daemon/testing/daemon-main.ts')
  const child = Bun.spawn([process.execPath, main, '--home', home.path], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  try {
    await child.stdout.getReader().read()
    const unix = join(home.path, 'run/daemon.sock')
    const ask: IdleDaemon['ask'] = (path, init) => fetch(`http://machine${path}`, { ...init, unix })
    const told = (await (await ask('/v1/sessions')).text()).split('"id":').length - 1
    if (told < count) throw new RangeError(`${told} sessions instead of ${count}`)
    return await measure({ pid: child.pid, ask })
  } finally {
    child.kill('SIGTERM')
    await child.exited
  }
}

async function privateBytes({ pid }: IdleDaemon): Promise<number> {
  for (let n = 0; n < 2; n++) {
    process.kill(pid, 'SIGUSR2')
    await Bun.sleep(COLLECTED_MS)
  }
  return privateMb(pid) * MIB
}

interface IdleWindow {
  idleSeconds: number
  idleCpuPercent: number
  /** What the reader was told at once, and then in the window. */
  helloBytes: number
  idleBytes: number
}

async function idleWindow({ pid, ask }: IdleDaemon): Promise<IdleWindow> {
  const abort = new AbortController()
  const { body } = await ask('/v1/stream', { signal: abort.signal })
  if (!body) throw new TypeError('the machine stream has no body')
  let bytes = 0
  const reading = (async () => {
    for await (const chunk of body) bytes += chunk.byteLength
  })()
  await Bun.sleep(SETTLED_MS)
  const before = { at: Bun.nanoseconds(), ran: cpuWithEnded(pid), bytes }
  await Bun.sleep(WINDOW_MS)
  const took = Bun.nanoseconds() - before.at
  const ran = cpuWithEnded(pid) - before.ran
  const read = bytes - before.bytes
  abort.abort()
  // The reader ends by being cut; a stream that ended by itself would have told nothing in the window.
  await reading.catch(() => null)
  if (read === 0) throw new RangeError('the machine stream said nothing in the window')
  return {
    idleSeconds: Math.round(took / 1e9),
    idleCpuPercent: Math.round((ran / took) * 10_000) / 100,
    helloBytes: before.bytes,
    idleBytes: read,
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
