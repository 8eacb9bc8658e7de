/**
 * The client's end for tests: starts the real program, speaks to it over stdio, and ends everything that
 * carries its mark. Every message is kept; `until` looks at the kept ones first.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readLines } from './lines.ts'
import { isRecord } from './narrow.ts'

export type Message = Record<string, unknown>

export interface TestClient {
  readonly pid: number
  readonly mark: string
  /** Everything the agent sent, in order; a line that is not JSON is `{ garbage }`. */
  readonly messages: Message[]
  readonly exited: Promise<number>
  /** Resolves when everything it ever wrote was read. */
  readonly outputEnded: Promise<void>
  /** Resolves when stderr brought this many bytes. */
  stderrReaches(bytes: number): Promise<void>
  pauseReading(): void
  resumeReading(): void
  sendLine(line: string): void
  send(message: Message): void
  /** Sends a request and resolves with its answer, result or error. */
  ask(method: string, params?: unknown): Promise<Message>
  until(check: (message: Message) => boolean, after?: number): Promise<Message>
  closeInput(): void
  end(): Promise<void>
}

const MAIN = join(import.meta.dir, 'main.ts')
const MARK = 'FAIRLEAD_DEMO_TEST'

export function startClient(args: readonly string[], mark: string = crypto.randomUUID()): TestClient {
  const child = Bun.spawn(['env', `${MARK}=${mark}`, process.execPath, MAIN, ...args], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const messages: Message[] = []
  const waiting = new Set<() => void>()
  const onStderr = new Set<() => void>()
  let gate = Promise.resolve()
  let openGate = (): void => {}
  let stderr = 0
  let requests = 0
  let over = false
  const outputEnded = (async () => {
    for await (const line of readLines(gated(child.stdout, () => gate))) {
      messages.push(parseMessage(line))
      for (const wake of waiting) wake()
    }
    over = true
    for (const wake of waiting) wake()
  })()
  void (async () => {
    for await (const bytes of child.stderr) {
      stderr += bytes.length
      for (const wake of onStderr) wake()
    }
  })()

  const client: TestClient = {
    pid: child.pid,
    mark,
    messages,
    exited: child.exited,
    outputEnded,
    stderrReaches: (bytes) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (stderr >= bytes) resolve()
        }
        onStderr.add(look)
        look()
      }),
    pauseReading() {
      gate = new Promise((resolve) => {
        openGate = resolve
      })
    },
    resumeReading: () => openGate(),
    send: (message) => client.sendLine(JSON.stringify({ jsonrpc: '2.0', ...message })),
    sendLine(line) {
      child.stdin.write(`${line}\n`)
      void child.stdin.flush()
    },
    ask(method, params = {}) {
      const id = `test-${++requests}`
      client.send({ id, method, params })
      return client.until((message) => message.id === id && message.method === undefined)
    },
    until(check, after = 0) {
      let at = after
      return new Promise((resolve, reject) => {
        const look = (): void => {
          while (at < messages.length) {
            const message = messages[at++]
            if (message !== undefined && check(message)) {
              waiting.delete(look)
              resolve(message)
              return
            }
          }
          if (over) reject(new Error(`the agent ended first, after ${messages.length} messages`))
        }
        waiting.add(look)
        look()
      })
    },
    closeInput: () => void child.stdin.end(),
    async end() {
      child.kill('SIGKILL')
      await child.exited
      for (const pid of await marked(mark)) process.kill(pid, 'SIGKILL')
    },
  }
  return client
}

async function* gated(
  stream: AsyncIterable<Uint8Array>,
  gate: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of stream) {
    await gate()
    yield bytes
  }
}

function parseMessage(line: string): Message {
  try {
    const message: unknown = JSON.parse(line)
    return isRecord(message) ? message : { garbage: line }
  } catch (error) {
    // A directive asked for exactly this.
    if (error instanceof SyntaxError) return { garbage: line }
    throw error
  }
}

/** The processes that carry a mark in their environment, zombies not counted. */
export async function marked(mark: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '')
    if (environment.includes(`${MARK}=${mark}\0`)) found.push(Number(name))
  }
  return found
}

/** Resolves when no marked process is left; a process table has no event to await. */
export async function noneLeft(mark: string): Promise<void> {
  while ((await marked(mark)).length > 0) await Bun.sleep(5)
}
