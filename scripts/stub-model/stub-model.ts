/**
 * A deterministic stand-in for the model services that coding agents call, so that real agents run without an
 * account and without a network. Loopback only. What it does is in directives.ts.
 *
 *   Anthropic   POST /v1/messages, /v1/messages/count_tokens; GET /v1/models[/ID]
 *   OpenAI      POST /v1/responses, /v1/responses/compact, /v1/chat/completions; GET /v1/models[/ID]
 *   Gemini      POST /v1beta/models/ID:generateContent, :streamGenerateContent, :countTokens; GET /v1beta/models[/ID]
 */
import { type Clock, systemClock } from '../../shared/time.ts'
import { anthropicReply } from './anthropic-reply.ts'
import { chatReply } from './chat-reply.ts'
import { wantsUsage } from './chat-request.ts'
import { type Asked, askedByGet, askedByPost } from './endpoints.ts'
import { geminiReply } from './gemini-reply.ts'
import { stubLimits } from './limits.ts'
import { streamed, whole } from './perform-reply.ts'
import { refusal } from './refusal.ts'
import type { ReplyHead, ReplyWriter } from './reply-writer.ts'
import { readBody } from './request-body.ts'
import { responsesReply } from './responses-reply.ts'
import { replyTo } from './script.ts'
import { type Ledger, openLedger, type SeenRequest } from './seen-request.ts'
import { usageOf } from './token-count.ts'
import type { Turn } from './turn.ts'

export interface StubModel {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** As they are now, oldest first. */
  requests(): readonly SeenRequest[]
  /** `METHOD PATH` of what came and is not spoken here. */
  unknown(): readonly string[]
  /** Cuts what is open. */
  stop(): Promise<void>
}

export interface StubModelOptions {
  /** 0, or none: any that is free. */
  port?: number
  clock?: Clock
  /** Told when a request came and it is decided what to do, before the first byte of the answer. */
  onRequest?: (seen: SeenRequest) => void
  /** Told when its answer is over, however. */
  onEnd?: (seen: SeenRequest) => void
}

interface Stub {
  clock: Clock
  ledger: Ledger
  stopping: AbortSignal
  unknown: string[]
  /** How often the same request came. */
  times: Map<string, number>
}

export function startStubModel(options: StubModelOptions = {}): StubModel {
  const stopping = new AbortController()
  const stub: Stub = {
    clock: options.clock ?? systemClock,
    ledger: openLedger(options),
    stopping: stopping.signal,
    unknown: [],
    times: new Map(),
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: options.port ?? 0,
    idleTimeout: 0,
    maxRequestBodySize: stubLimits.bodyBytes,
    fetch: (request) => answer(stub, request),
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests: () => stub.ledger.all(),
    unknown: () => [...stub.unknown],
    async stop() {
      stopping.abort()
      await server.stop(true)
    },
  }
}

async function answer(stub: Stub, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/\/+/g, '/').replace(/\/$/, '')
  if (request.method !== 'POST') return answerFact(stub, request, path, askedByGet(path))
  const body = await readBody(request)
  if (!body.ok) return Response.json({ error: { message: body.error.message } }, { status: 400 })
  const asked = askedByPost(path, body.value)
  if (asked.for !== 'turn') return answerFact(stub, request, path, asked)
  return answerTurn(stub, request, asked.turn, body.value)
}

function answerFact(stub: Stub, { method }: Request, path: string, asked: Asked): Response {
  if (asked.for === 'fact') return Response.json(asked.answer)
  stub.unknown.push(`${method} ${path}`)
  const message = `the stub has no ${method} ${path}`
  return Response.json({ error: { message, type: 'not_found_error' } }, { status: 404 })
}

function answerTurn(stub: Stub, request: Request, turn: Turn, body: unknown): Response | Promise<Response> {
  const key = `${turn.api} ${turn.messages} ${turn.words}`
  const times = (stub.times.get(key) ?? 0) + 1
  stub.times.set(key, times)
  const reply = replyTo(turn, { times, request: stub.ledger.all().length + 1 })
  const { number } = stub.ledger.add(turn, reply, keyOf(request))
  const headers = { 'request-id': `req_stub_${number}` }
  if (reply.as === 'error') {
    stub.ledger.end(number, 'done')
    return Response.json(refusal(turn.api, reply.status), { status: reply.status, headers })
  }
  const { clock, stopping } = stub
  const usage = reply.usage ?? usageOf(body, reply.steps)
  const writer = writerOf(turn, { id: `${turn.messages}_${number}`, model: turn.model, usage }, body)
  const ended = (how: SeenRequest['ended']): void => stub.ledger.end(number, how)
  const performance = { reply, writer, clock, headers, client: request.signal, stopping, ended }
  return turn.stream ? streamed(performance) : whole(performance)
}

/** Each of the services has a header of its own for it; Gemini’s takes it in the address too. */
function keyOf({ headers, url }: Request): string | null {
  const bearer = headers.get('authorization')?.replace(/^Bearer /i, '')
  return (
    headers.get('x-api-key') ??
    headers.get('x-goog-api-key') ??
    bearer ??
    new URL(url).searchParams.get('key')
  )
}

function writerOf({ api }: Turn, head: ReplyHead, body: unknown): ReplyWriter {
  switch (api) {
    case 'anthropic':
      return anthropicReply(head)
    case 'responses':
      return responsesReply(head)
    case 'chat':
      return chatReply(head, wantsUsage(body))
    case 'gemini':
      return geminiReply(head)
  }
}
