/** The command line as its users have it: processes, pipes and a terminal. For tests. */
import { join } from 'node:path'

export const MARK = 'CLI_TEST_MARK'
const MAIN = join(import.meta.dir, 'main.ts')
export interface Ran {
  code: number
  out: string
  err: string
}

/** What a test gives its processes: a home of its own, and nothing of ours from around it. */
export function environment(around: NodeJS.ProcessEnv, home: string, mark: string): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(around)) {
    if (value !== undefined && !name.startsWith('FAIRLEAD_')) env[name] = value
  }
  return { ...env, FAIRLEAD_HOME: home, XDG_STATE_HOME: join(home, 'state'), NO_COLOR: '1', [MARK]: mark }
}

export const commandLine = (...args: string[]): string[] => [process.execPath, MAIN, ...args]

export function start(env: Record<string, string>, cwd: string, args: readonly string[]) {
  return Bun.spawn(commandLine(...args), {
    env,
    cwd,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}
export type Started = ReturnType<typeof start>

export async function finish(process: Started): Promise<Ran> {
  const [out, err, code] = await Promise.all([
    new Response(process.stdout).text(),
    new Response(process.stderr).text(),
    process.exited,
  ])
  return { code, out, err }
}

/** Whole lines of a stream, one `next` each; rejects when it ends first. */
export function linesOf(stream: ReadableStream<Uint8Array>): {
  next(): Promise<string>
  rest(): Promise<string[]>
} {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  const lines: string[] = []
  let rest = ''
  const read = async (): Promise<boolean> => {
    const { done, value } = await reader.read()
    if (done) return false
    const parts = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    return true
  }
  return {
    async next() {
      while (lines.length === 0) if (!(await read())) throw new Error('the stream ended')
      return lines.shift() ?? ''
    },
    async rest() {
      while (await read()) {}
      return lines.splice(0)
    },
  }
}

/** A command on a terminal: types, or does, each thing when its text is on the screen. */
export async function onTerminal(
  env: Record<string, string>,
  cwd: string,
  args: readonly string[],
  script: readonly (readonly [until: string, then: string | (() => void)])[],
): Promise<{ code: number; screen: string }> {
  const decoder = new TextDecoder()
  const steps = [...script]
  let screen = ''
  let from = 0
  const child = Bun.spawn(commandLine(...args), {
    env,
    cwd,
    terminal: {
      data(terminal, bytes) {
        screen += decoder.decode(bytes, { stream: true })
        for (let [step] = steps; step; [step] = steps) {
          const at = screen.indexOf(step[0], from)
          if (at < 0) return
          from = at + step[0].length
          steps.shift()
          if (typeof step[1] === 'string') terminal.write(step[1])
          else step[1]()
        }
      },
    },
  })
  const code = await child.exited
  child.terminal?.close()
  return { code, screen }
}
