/** An authority, a machine behind it and a command line somewhere else, each a process with a home of its own. */
import { expect } from 'bun:test'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noneMarked } from '../../../shared/testing/processes.ts'
import { tempHome } from '../../../shared/testing/temp-home.ts'
import { commandLine, environment, linesOf, MARK, type Ran } from '../../cli/test-process.ts'
import { type Recorder, startRecorder } from './recorder.ts'

export const PASSWORD = 'seven green bottles'

interface Process {
  stdout: ReadableStream<Uint8Array>
  exited: Promise<number>
  pid: number
  kill(signal?: NodeJS.Signals): void
}

export interface World {
  /** What people open: the recorder, in front of the authority. */
  origin: string
  recorder: Recorder
  /** Homes. */
  authority: string
  machine: string
  device: string
  at(...names: string[]): string
  /** Everything the authority wrote to its terminal. */
  authoritySaid(): string
  killAuthority(): Promise<void>
  startAuthority(): Promise<void>
  killDaemon(): Promise<void>
  startDaemon(): Promise<void>
  /** A command of the device: `stdin` is piped in. */
  start(
    home: string,
    args: readonly string[],
    stdin?: string,
  ): Process & { stderr: ReadableStream<Uint8Array> }
  cli(home: string, args: readonly string[], stdin?: string): Promise<Ran>
  /** What a command that goes well prints. */
  json(home: string, args: readonly string[], stdin?: string): Promise<ReturnType<typeof JSON.parse>>
  /** How one that is refused ends. */
  refused(home: string, args: readonly string[]): Promise<{ exit: number; code: string }>
  end(): Promise<void>
}

/** With the first account made by the device's command line, and the machine enrolled, paired and open for prompts. */
export async function createWorld(around: NodeJS.ProcessEnv, mark: string): Promise<World> {
  const temp = await tempHome()
  const at = (...names: string[]): string => join(temp.path, ...names)
  const [authorityHome, machine, device] = [at('authority'), at('machine'), at('device')]
  await mkdir(at('work'))
  const recorder = startRecorder()
  const origin = `http://127.0.0.1:${recorder.port}`
  const started: Process[] = []
  let said = ''

  const start: World['start'] = (home, args, stdin) => {
    const settings = { FAIRLEAD_LOG: 'debug', ...(home === authorityHome ? { FAIRLEAD_ORIGIN: origin } : {}) }
    const child = Bun.spawn(commandLine(...args), {
      env: { ...environment(around, home, mark), ...settings },
      cwd: at('work'),
      stdin: stdin === undefined ? 'ignore' : new Blob([stdin]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    started.push(child)
    return child
  }
  const cli: World['cli'] = async (home, args, stdin) => {
    const child = start(home, args, stdin)
    const [out, err, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    return { code, out, err }
  }
  const json: World['json'] = async (home, args, stdin) => {
    const { code, out, err } = await cli(home, [...args, '--json'], stdin)
    expect({ args, code, err }).toMatchObject({ args, code: 0 })
    return JSON.parse(out)
  }
  const role = async (
    home: string,
    name: 'authority' | 'daemon',
  ): Promise<{ child: Process; ready: string }> => {
    const child = start(home, [name, '--port', '0', '--json'])
    const keep = async (): Promise<void> => {
      const decoder = new TextDecoder()
      for await (const bytes of child.stderr) {
        if (name === 'authority') said += decoder.decode(bytes, { stream: true })
      }
    }
    void keep()
    const ready = await linesOf(child.stdout).next()
    if (name === 'authority') said += ready.replace(/#[^"]*/, '')
    return { child, ready }
  }
  const die = async (child: Process): Promise<void> => {
    child.kill('SIGKILL')
    await child.exited
  }
  const startAuthority = async (): Promise<{ child: Process; ready: string }> => {
    const one = await role(authorityHome, 'authority')
    recorder.connectTo(Number(await readFile(join(authorityHome, 'authority', 'port'), 'utf8')))
    return one
  }

  let authority = await startAuthority()
  let daemon = await role(machine, 'daemon')
  const link: string = JSON.parse(authority.ready).ready.setupUrl
  await json(device, ['sign-in', '--set-up', link, '--name', 'ada'], PASSWORD)
  const { code } = await json(device, ['machines', 'add', 'box'])
  await json(machine, ['enroll', '--url', origin, '--yes'], code)
  await json(device, ['machines', 'chat', 'box', 'on'])

  return {
    origin,
    recorder,
    authority: authorityHome,
    machine,
    device,
    at,
    start,
    cli,
    json,
    authoritySaid: () => said,
    killAuthority: () => die(authority.child),
    async startAuthority() {
      authority = await startAuthority()
    },
    killDaemon: () => die(daemon.child),
    async startDaemon() {
      daemon = await role(machine, 'daemon')
    },
    async refused(home, args) {
      const { code, err } = await cli(home, [...args, '--json'])
      return { exit: code, code: JSON.parse(err.trim().split('\n').at(-1) ?? '').error.code }
    },
    async end() {
      await cli(machine, ['down', '--sessions'])
      for (const left of started) left.kill('SIGTERM')
      for (const left of started) await left.exited
      recorder.stop()
      await noneMarked(MARK, mark)
      await temp.remove()
    },
  }
}

/** The machine is reached again after one of the two was started anew. */
export async function reachable(world: World): Promise<void> {
  for (;;) {
    const { code } = await world.cli(world.device, ['sessions', '--machine', 'box'])
    if (code === 0) return
  }
}
