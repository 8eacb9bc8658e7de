/**
 * Installs the pinned npm package of an agent into the home, with the Bun that runs this daemon: its exact version, and
 * nobody's install scripts. What was there stays until the new one is whole.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tailUtf8 } from '../../shared/bytes.ts'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import { tryRead } from '../../shared/home/files.ts'
import type { Clock } from '../../shared/time.ts'
import { terminalSafe } from '../../shared/untrusted.ts'
import type { AgentInstall } from '../../shared/wire/agent.ts'
import { within } from '../../shared/within.ts'
import type { DaemonLimits } from '../limits.ts'
import type { Agents } from './agents.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { installFolder } from './install-place.ts'
import { endGroup, type GroupDeps } from './process-group.ts'

export interface Installs {
  /** Begins one, or answers the one under way. */
  start(agent: string): Result<AgentInstall>
  state(agent: string): Result<AgentInstall>
  /** The version in the home; null: none. */
  installed(agent: string): string | null
  /** Settles when the one under way is over. */
  settled(agent: string): Promise<void>
  close(): void
}

export interface InstallDeps {
  agents: Agents
  clock: Clock
  limits: Pick<DaemonLimits, 'installMs' | 'installOutputBytes'> & GroupDeps['limits']
  /** The program may be there now, or be another one. */
  onDone(agent: string): void
}

interface Under {
  install: AgentInstall
  pid: number | null
  closed: boolean
  over: Promise<void>
}

const FLAGS = ['--exact', '--ignore-scripts', '--no-progress', '--linker=hoisted']
/** Written last: what it says is what is there. */
const MARK = '.installed'

export function createInstalls(deps: InstallDeps): Installs {
  const latest = new Map<string, Under>()
  const wanted = (agent: string): Result<{ entry: CatalogueEntry; name: string }> => {
    const entry = deps.agents.entry(agent)
    if (!entry.ok) return entry
    const { install } = entry.value
    if (install.kind !== 'npm') return refuse('install_unsupported', 'this agent is not installed from here')
    return ok({ entry: entry.value, name: `${install.package}@${install.version}` })
  }
  return {
    start(agent) {
      const known = wanted(agent)
      if (!known.ok) return known
      const before = latest.get(agent)
      if (before?.install.state === 'running') return ok({ ...before.install })
      const { entry, name } = known.value
      const under: Under = {
        install: { agent, state: 'running', package: name, startedAt: deps.clock.now(), output: '' },
        pid: null,
        closed: false,
        over: Promise.resolve(),
      }
      latest.set(agent, under)
      under.over = perform(deps, entry, name, under)
      return ok({ ...under.install })
    },
    state(agent) {
      const known = wanted(agent)
      if (!known.ok) return known
      const none: AgentInstall = { agent, state: 'none', package: known.value.name, output: '' }
      return ok({ ...(latest.get(agent)?.install ?? none) })
    },
    installed: (agent) => tryRead(join(installFolder(deps.agents.place.home, agent), MARK)),
    settled: (agent) => latest.get(agent)?.over ?? Promise.resolve(),
    close() {
      for (const under of latest.values()) {
        under.closed = true
        if (under.pid !== null) void endGroup(under.pid, deps)
      }
    },
  }
}

async function perform(deps: InstallDeps, entry: CatalogueEntry, name: string, under: Under): Promise<void> {
  const folder = installFolder(deps.agents.place.home, entry.id)
  const fresh = `${folder}.new`
  let problem: string | null
  try {
    await rm(fresh, { recursive: true, force: true })
    await mkdir(fresh, { recursive: true, mode: 0o700 })
    await writeFile(join(fresh, 'package.json'), '{"private": true}\n')
    problem = await runBun(deps, entry, name, fresh, under)
    if (problem === null) {
      await writeFile(join(fresh, MARK), `${name.slice(name.lastIndexOf('@') + 1)}\n`)
      await rm(folder, { recursive: true, force: true })
      await rename(fresh, folder)
    }
  } catch (error) {
    // The system's word for what is in the way of a file.
    if (!(error instanceof Error && 'code' in error)) throw error
    problem = `the home could not be written (${error.code})`
  }
  if (problem !== null) await rm(fresh, { recursive: true, force: true })
  Object.assign(under.install, {
    state: problem === null ? 'done' : 'failed',
    endedAt: deps.clock.now(),
    ...(problem === null ? {} : { message: problem }),
  })
  deps.onDone(entry.id)
}

/** Null when it went well, else why not. */
async function runBun(
  deps: InstallDeps,
  entry: CatalogueEntry,
  name: string,
  cwd: string,
  under: Under,
): Promise<string | null> {
  const child = Bun.spawn([deps.agents.place.bunPath, 'add', ...FLAGS, name], {
    cwd,
    env: deps.agents.environment(entry),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    detached: true,
  })
  under.pid = child.pid
  const read = Promise.all([child.stdout, child.stderr].map((stream) => follow(stream, deps, under)))
  const code = await within(deps.clock, deps.limits.installMs, child.exited)
  await endGroup(child.pid, deps)
  under.pid = null
  await within(deps.clock, deps.limits.groupKillMs, read)
  if (under.closed) return 'the daemon ended'
  if (code === null) return `it took longer than ${Math.round(deps.limits.installMs / 1000)} s`
  return code === 0 ? null : `the installer ended with code ${code}`
}

async function follow(stream: ReadableStream<Uint8Array>, deps: InstallDeps, under: Under): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    const text = under.install.output + terminalSafe(decoder.decode(chunk, { stream: true }))
    under.install.output = tailUtf8(text, deps.limits.installOutputBytes)
  }
}
