/**
 * The client's end for tests: starts the real program, speaks to it over stdio, and ends everything that
 * carries its mark. Messages are kept; `until` waits for one that satisfies a check, from where the last
 * wait of the same kind left off only if told so.
 */
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLines } from './lines.ts'
import { field, isRecord, listField, textField } from './narrow.ts'

export type Message = Record<string, unknown>

export interface TestClient {
  readonly pid: number
  readonly mark: string
  /** Everything the agent sent, in order; a line that is not JSON is `{ garbage }`. */
  readonly messages: Message[]
  readonly exited: Promise<number>
  /** The bytes of stderr so far. */
  stderrBytes(): number
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
  let stderr = 0
  let requests = 0
  let over = false
  void (async () => {
    for await (const line of readLines(child.stdout)) {
      messages.push(parseMessage(line))
      for (const wake of waiting) wake()
    }
    over = true
    for (const wake of waiting) wake()
  })()
  void (async () => {
    for await (const bytes of child.stderr) {
      stderr += bytes.length
      for (const wake of waiting) wake()
    }
  })()

  const client: TestClient = {
    pid: child.pid,
    mark,
    messages,
    exited: child.exited,
    stderrBytes: () => stderr,
    send(message) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
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
              return resolve(message)
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

export interface Opened {
  client: TestClient
  sessionId: string
  cwd: string
  /** Sends a prompt and resolves with its answer. */
  prompt(text: string): Promise<Message>
  /** All message text so far. */
  text(): string
  updates(kind?: string): Message[]
  /** Resolves with the next request that the agent makes and nobody answered yet. */
  asked(method?: string): Promise<Message>
  answer(request: Message, result: unknown): void
  choose(request: Message, optionId: string): void
}

const capabilities = {
  fs: { readTextFile: false, writeTextFile: false },
  terminal: false,
  elicitation: { form: {} },
  session: { configOptions: { boolean: {} } },
}

export const initialize = (
  client: TestClient,
  clientCapabilities: unknown = capabilities,
): Promise<Message> => client.ask('initialize', { protocolVersion: 1, clientCapabilities })

/** A session made by `session/new`, or by `session/load`/`session/resume` of a conversation. */
export async function openSession(
  client: TestClient,
  cwd: string,
  more: Record<string, unknown> = {},
  method = 'session/new',
): Promise<Opened> {
  const opened = await client.ask(method, { cwd, mcpServers: [], ...more })
  const sessionId = textField(opened.result, 'sessionId') ?? textField(more, 'sessionId')
  if (opened.error !== undefined || sessionId === undefined) throw new Error(JSON.stringify(opened))
  const answered = new Set<Message>()
  const from = client.messages.length
  return {
    client,
    sessionId,
    cwd,
    prompt: (text) => client.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }),
    text: () => textOf(client.messages.slice(from)),
    updates: (kind) => updatesOf(client.messages, kind),
    async asked(method = 'session/request_permission') {
      const request = await client.until((message) => message.method === method && !answered.has(message))
      answered.add(request)
      return request
    },
    answer: (request, result) => client.send({ id: request.id, result }),
    choose: (request, optionId) =>
      client.send({ id: request.id, result: { outcome: { outcome: 'selected', optionId } } }),
  }
}

export function updatesOf(messages: readonly Message[], kind?: string): Message[] {
  return messages
    .map((message) => field(message.params, 'update'))
    .filter(isRecord)
    .filter((update) => kind === undefined || update.sessionUpdate === kind)
}

export const textOf = (messages: readonly Message[]): string =>
  updatesOf(messages, 'agent_message_chunk')
    .map((update) => textField(update.content, 'text') ?? '')
    .join('')

export const stopReason = (answer: Message): string | undefined => textField(answer.result, 'stopReason')

/** The text that a tool call's update carries. */
export const callText = (update: Message | undefined): string | undefined =>
  textField(field(listField(update, 'content')[0], 'content'), 'text')

export interface Bench {
  folder: string
  state: string
  cwd: string
  journal: string
  args: string[]
  clients: TestClient[]
  start(...more: string[]): TestClient
  /** A started, initialized agent with one new session. */
  open(more?: Record<string, unknown>): Promise<Opened>
  close(): Promise<void>
}

/** A temp folder with a workspace, a state directory and a journal, and the agents started on them. */
export async function createBench(): Promise<Bench> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'demo-agent-')))
  const state = join(folder, 'state')
  const journal = join(folder, 'journal')
  const cwd = await mkdtemp(join(folder, 'workspace-'))
  const args = ['--state', state, '--journal', journal]
  const clients: TestClient[] = []
  const bench: Bench = {
    folder,
    state,
    cwd,
    journal,
    args,
    clients,
    start(...more) {
      const client = startClient([...args, ...more])
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
