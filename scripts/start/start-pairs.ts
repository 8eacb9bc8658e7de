/** How long `scripts/up` takes until it is ready on a home that exists, beside how long Bun takes to do nothing. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Took {
  wallMs: number
  /**
   * Of the main thread, which every start waits for: what `wallMs` is on a machine that does nothing else. Null where the
   * system does not say.
   */
  cpuMs: number | null
}

export interface StartPair {
  up: Took
  bun: Took
}

const UP = join(import.meta.dir, '../up')

/** `env` decides the home's surroundings; whatever was started has ended afterwards, its keeper but for a moment. */
export async function startPairs(
  { home, env }: { home: string; env: Record<string, string | undefined> },
  count: number,
): Promise<StartPair[]> {
  await startOnce(home, env)
  const pairs: StartPair[] = []
  while (pairs.length < count) pairs.push({ bun: await nothing(env), up: await startOnce(home, env) })
  return pairs
}

async function nothing(env: Record<string, string | undefined>): Promise<Took> {
  const from = performance.now()
  const child = Bun.spawn([process.execPath, '-e', '0'], { env, stdio: ['ignore', 'ignore', 'ignore'] })
  await child.exited
  const cpu = child.resourceUsage()?.cpuTime.total
  return { wallMs: performance.now() - from, cpuMs: cpu === undefined ? null : Number(cpu) / 1_000 }
}

async function startOnce(home: string, env: Record<string, string | undefined>): Promise<Took> {
  const words = ['--home', home, '--json', '--no-open', '--port', '0']
  const from = performance.now()
  const child = Bun.spawn([UP, ...words], { env, stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' })
  const first = await child.stdout.getReader().read()
  const took = { wallMs: performance.now() - from, cpuMs: mainThreadMs(child.pid) }
  child.kill('SIGTERM')
  await child.exited
  if (first.value === undefined) throw new TypeError('the start was refused')
  return took
}

/** The shell's own time counts too: it becomes Bun and keeps its pid. */
function mainThreadMs(pid: number): number | null {
  const path = `/proc/${pid}/task/${pid}/schedstat`
  return existsSync(path) ? Number(readFileSync(path, 'latin1').split(' ')[0]) / 1e6 : null
}
