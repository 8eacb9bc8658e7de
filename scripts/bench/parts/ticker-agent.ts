/**
 * An ACP agent for the benches: whatever it writes says when. A prompt is a {@link TickerPlan}. Each message is `chunks`
 * texts, one in about `everyMs`, and then a tool call that is done; the turn ends after the last message.
 */
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { isFields } from '../../../daemon/acp/json.ts'
import { now } from './bench-app.ts'
import { readPlan, stamped, type TickerPlan } from './ticker-plan.ts'

const SESSION = 'ticker-conversation'
const STDOUT = 1

// Written before the call returns: what is measured begins here.
const send = (message: object): void =>
  void writeSync(STDOUT, `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const update = (fields: object): void =>
  send({ method: 'session/update', params: { sessionId: SESSION, update: fields } })

async function perform(plan: TickerPlan): Promise<void> {
  for (let message = 0; message < plan.messages; message++) {
    const messageId = crypto.randomUUID()
    for (let chunk = 0; chunk < plan.chunks; chunk++) {
      await beat(plan)
      const content = { type: 'text', text: stamped(now()) }
      update({ sessionUpdate: 'agent_message_chunk', messageId, content })
    }
    await beat(plan)
    const title = stamped(now())
    update({ sessionUpdate: 'tool_call', toolCallId: messageId, title, kind: 'read', status: 'completed' })
  }
}

/** Uneven, so that many agents that began together do not go on together. */
const beat = ({ everyMs }: TickerPlan): Promise<void> => Bun.sleep(everyMs * (0.5 + Math.random()))

const answers: Record<string, object> = {
  initialize: { protocolVersion: 1, agentCapabilities: { loadSession: false } },
  'session/new': { sessionId: SESSION },
}

for await (const line of createInterface({ input: process.stdin })) {
  const request: unknown = JSON.parse(line)
  if (!isFields(request) || request.id === undefined) continue
  const { id, method, params } = request
  if (method !== 'session/prompt') send({ id, result: answers[String(method)] ?? {} })
  else void perform(readPlan(params)).then(() => send({ id, result: { stopReason: 'end_turn' } }))
}
process.exit(0)
