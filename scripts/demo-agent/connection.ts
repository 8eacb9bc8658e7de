/**
 * JSON-RPC 2.0, one message a line, the agent's end. Ids of requests from the client are answered verbatim;
 * the agent's own are whatever the caller gives, strings or numbers, and 0 is not "0". A request that is taken
 * back sends `$/cancel_request`. Not implemented: batches.
 */
import type { Journal } from './journal.ts'
import { field, isRecord, textField } from './narrow.ts'
import type { Output } from './output.ts'

export type Id = string | number | null

export type Answer =
  | { kind: 'result'; result: unknown }
  | { kind: 'error'; code: unknown; message: string }
  | { kind: 'withdrawn' }

export interface Connection {
  notify(method: string, params: unknown): Promise<void>
  respond(id: Id, result: unknown): Promise<void>
  fail(id: Id, code: number, message: string, data?: unknown): Promise<void>
  /** Asks the client and waits; raising the signal takes the request back. */
  request(id: Id, method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<Answer>
  /** A line as it is, valid or not. */
  raw(line: string): Promise<void>
  receive(line: string): void
}

/** Both are called in the order of the lines, and must do what needs that order before they return. */
export interface Handlers {
  request(id: Id, method: string, params: unknown): void
  notification(method: string, params: unknown): void
}

export function createConnection(
  output: Output,
  journal: Journal,
  handlers: (connection: Connection) => Handlers,
): Connection {
  const waiting = new Map<Id, (answer: Answer) => void>()
  const send = (message: Record<string, unknown>): Promise<void> =>
    output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

  const connection: Connection = {
    notify: (method, params) => send({ method, params }),
    respond: (id, result) => send({ id, result }),
    fail: (id, code, message, data) =>
      send({ id, error: data === undefined ? { code, message } : { code, message, data } }),
    raw: (line) => output.write(`${line}\n`),
    request(id, method, params, signal) {
      if (signal.aborted) return Promise.resolve({ kind: 'withdrawn' })
      return new Promise((resolve) => {
        const withdraw = (): void => {
          waiting.delete(id)
          journal.did('withdraw', { request: id })
          void send({ method: '$/cancel_request', params: { requestId: id } })
          resolve({ kind: 'withdrawn' })
        }
        signal.addEventListener('abort', withdraw, { once: true })
        waiting.set(id, (answer) => {
          waiting.delete(id)
          signal.removeEventListener('abort', withdraw)
          resolve(answer)
        })
        journal.did('request', { request: id, method, session: textField(params, 'sessionId') })
        void send({ id, method, params })
      })
    },
    receive(line) {
      if (line.trim() === '') return
      const message = parse(line)
      if (!isRecord(message)) return void connection.fail(null, -32700, 'Parse error')
      const { method } = message
      const id = idOf(message)
      if (typeof method !== 'string') takeAnswer(id, message)
      else if (id === undefined) handle.notification(method, message.params)
      else handle.request(id, method, message.params)
    },
  }
  const handle = handlers(connection)

  function takeAnswer(id: Id | undefined, message: Record<string, unknown>): void {
    if (id === undefined) return
    const settle = waiting.get(id)
    const outcome = field(message.result, 'outcome') ?? message.result ?? { error: message.error }
    journal.got('answer', { request: id, outcome, ...(settle === undefined && { late: true }) })
    settle?.(
      'error' in message
        ? {
            kind: 'error',
            code: field(message.error, 'code'),
            message: textField(message.error, 'message') ?? '',
          }
        : { kind: 'result', result: message.result },
    )
  }
  return connection
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    // Not JSON: the caller answers with the parse error that the protocol has for it.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function idOf(message: Record<string, unknown>): Id | undefined {
  const { id } = message
  return typeof id === 'string' || typeof id === 'number' || id === null ? id : undefined
}
