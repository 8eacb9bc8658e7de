/** A home that `./scripts/up` runs, as one process or as two, with what a test wants to know of it from the inside. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { noneMarked } from '../../../../shared/testing/processes.ts'
import { tempHome } from '../../../../shared/testing/temp-home.ts'
import { eventsIn, type LoggedLine } from '../../../cli/test-machine.ts'
import { commandLine, environment, finish, linesOf, MARK } from '../../../cli/test-process.ts'

const UP = join(import.meta.dir, '../../../up')
const DEMO = join(import.meta.dir, '../../../demo-agent/main.ts')

/** `all` is the authority and the daemon in one process. */
export type Role = 'all' | 'authority' | 'daemon'

const AGENTS = {
  FAIRLEAD_AGENT_KIMI: `${process.execPath} ${DEMO} --no-steering`,
  FAIRLEAD_AGENT_GEMINI: '/bin/false',
}

export interface Ready {
  url: string
  setupUrl: string | null
  machineId: string | null
}

export interface Place {
  /** A directory for sessions to work in. */
  work: string
  start(role: Role): Promise<Ready>
  /** SIGKILL. */
  kill(role: Role): Promise<void>
  /** A command on the machine itself that goes well; what it prints. */
  json(args: readonly string[]): Promise<ReturnType<typeof JSON.parse>>
  /** Everything that a session's log holds. */
  log(session: string): Promise<LoggedLine[]>
  end(): Promise<void>
}

/** The demo agent as one that cannot be steered, so that messages wait for it. */
export const QUEUEING = 'kimi'
/** One that ends before it said anything. */
export const BROKEN = 'gemini'

export const QUEUEING_NAME = 'Kimi Code'

/** `more` of the environment of what runs: command lines of agents, settings of the authority. */
export async function createPlace(
  around: NodeJS.ProcessEnv,
  mark: string,
  more: Record<string, string> = {},
): Promise<Place> {
  const temp = await tempHome()
  const home = join(temp.path, 'home')
  const work = join(temp.path, 'work')
  await mkdir(work)
  const running = new Map<Role, ReturnType<typeof spawn>>()

  function spawn(role: Role) {
    const bun = join(process.execPath, '..')
    const env = {
      ...environment({ ...around, PATH: `${bun}:${around.PATH}` }, home, mark),
      FAIRLEAD_ROLE: role,
      // What a role does not know it warns of.
      ...(role === 'authority' ? {} : { ...AGENTS, ...more }),
    }
    const words = ['--home', home, '--port', '0', '--no-open', '--json']
    const program = role === 'all' ? [UP] : commandLine('up')
    return Bun.spawn([...program, ...words], { env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  }
  const printed = async (args: readonly string[]): Promise<string> => {
    const env = environment(around, home, mark)
    const [name = '', ...rest] = args
    const words = commandLine(name, '--json', ...rest)
    const ran = await finish(
      Bun.spawn(words, { env, cwd: work, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' }),
    )
    if (ran.code !== 0) throw new Error(`${args.join(' ')}: ${ran.err}`)
    return ran.out
  }

  return {
    work,
    async start(role) {
      const child = spawn(role)
      running.set(role, child)
      const line = await linesOf(child.stdout).next()
      return JSON.parse(line).ready
    },
    async kill(role) {
      const child = running.get(role)
      running.delete(role)
      child?.kill('SIGKILL')
      await child?.exited
    },
    json: async (args) => JSON.parse(await printed(args)),
    async log(session) {
      return eventsIn(await printed(['events', session]))
    },
    async end() {
      if (running.has('all') || running.has('daemon')) await printed(['down', '--sessions'])
      for (const child of running.values()) child.kill('SIGTERM')
      for (const child of running.values()) await child.exited
      await noneMarked(MARK, mark)
      await temp.remove()
    },
  }
}
