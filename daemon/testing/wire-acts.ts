/** What a log's client did, as acts of a person on our session. */
import type { AskAnswer } from '../../shared/wire/ask.ts'
import type { ReplyForm } from '../acp/change.ts'
import { at, fieldsOf, listOf, textOf } from '../acp/json.ts'
import type { Message } from '../acp/message.ts'
import { acpMethods } from '../acp/requests.ts'
import { answerAsk } from '../asks/answer.ts'
import { cancelTurn } from '../sessions/cancel.ts'
import { changeControl } from '../sessions/change.ts'
import { acceptPrompt } from '../sessions/prompt.ts'
import { STEERING } from './wire-script.ts'
import { change, expectSent, runOf, toldBy, type World, write } from './wire-world.ts'

type Request = Extract<Message, { kind: 'request' }>
type Response = Extract<Message, { kind: 'response' }>

export function cancel(world: World, session: string): void {
  change(world, session, (row, core, work) => cancelTurn(core, work, row, { door: 'local' }))
  toldBy(world, session).cancelled()
  expectSent(world, session, acpMethods.cancel)
}

/** What became of a request of the log's client: sent under an id of ours, refused by us, or never asked by us. */
export type Acted = { kind: 'sent'; own: string } | { kind: 'refused' } | { kind: 'left_out' }

export function actOn(world: World, session: string, request: Request): Acted {
  const { core, taken } = world.feed.kit()
  if (core.sessions.get(session)?.run === null) return { kind: 'left_out' }
  const run = core.runs.get(runOf(world, session))
  if (run?.phase === 'starting') {
    const { params } = taken(session).find((line) => line.id === 'start_mode') ?? {}
    toldBy(world, session).set('mode', textOf(at(params, 'modeId')) ?? textOf(at(params, 'value')) ?? '')
    if (request.method === 'session/set_mode') return { kind: 'sent', own: 'start_mode' }
    // The recorder did not set a mode here, and ours did: the agent takes it.
    write(world, session, { id: 'start_mode', result: {} })
    world.feed.settle()
  }
  const prompts = request.method === 'session/prompt' || request.method === STEERING
  return prompts ? prompt(world, session, request) : setControl(world, session, request)
}

function prompt(world: World, session: string, request: Request): Acted {
  const blocks = listOf(at(request.params, 'prompt'))
  const text = blocks.map((block) => textOf(at(block, 'text')) ?? '').join('')
  const landed = change(world, session, (row, core, work) => {
    // Who recorded it went on with a process that we would have replaced.
    if (row.run !== null) core.runs.setRenew(row.run, null)
    return acceptPrompt(core, work, row, text)
  })
  if (!landed.ok) return { kind: 'refused' }
  const { seq } = landed.value
  const steers = request.method === STEERING
  if (landed.value.landed !== (steers ? 'steered' : 'started')) {
    throw new Error(`it was ${landed.value.landed}`)
  }
  expectSent(world, session, request.method)
  toldBy(world, session).prompted(seq, steers)
  return { kind: 'sent', own: steers ? `steer:${seq}` : `prompt:${seq}` }
}

function setControl(world: World, session: string, { method, params }: Request): Acted {
  const [name, value] = wantedBy(method, params)
  if (typeof value !== 'string' && typeof value !== 'boolean') throw new Error(`${String(value)} is no value`)
  const controls = world.feed.kit().core.sessions.get(session)?.controls ?? []
  const control = controls.find((one) => one.id === name) ?? controls.find((one) => one.category === name)
  // What is published twice is set as the config option that it is.
  if (method === 'session/set_model' && control?.source === 'config') return { kind: 'left_out' }
  const id = control?.id ?? name
  const set = change(world, session, (row, core, work) => changeControl(core, work, row, id, value))
  if (!set.ok || set.value.kind !== 'asked') return { kind: 'refused' }
  const own = `control:${set.value.n}:${id}`
  toldBy(world, session).wanted(own, id, value)
  world.feed.kit().taken(session)
  return { kind: 'sent', own }
}

function wantedBy(method: string, params: unknown): [string, unknown] {
  if (method === 'session/set_mode') return ['mode', at(params, 'modeId')]
  if (method === 'session/set_model') return ['model', at(params, 'modelId')]
  return [String(at(params, 'configId')), at(params, 'value')]
}

/** The answer to a request of the agent's. */
export function reply(world: World, session: string, method: string, message: Response): void {
  const { core } = world.feed.kit()
  const run = runOf(world, session)
  const { outcome } = message
  if (method.startsWith('fs/')) {
    if (!core.runs.takeRequest(run, message.id)) world.out.pending.push(`${method} was not kept`)
    return
  }
  const ask = core.asks.byRequest(run, message.id)
  if (!ask || !outcome.ok) throw new Error(`no ask is open for ${JSON.stringify(message.id)}`)
  const answer = answerOf(ask.reply, outcome.result, ask.shown)
  const done = change(world, session, (_, now, work) =>
    answerAsk(now, work, session, ask.id, answer, { door: 'local' }),
  )
  if (!done.ok) throw done.error
  const chosen = ask.body.kind === 'permission' && 'option' in answer ? answer.option : null
  const options = ask.body.kind === 'permission' ? ask.body.permission.options : []
  const kind = options.find((option) => option.id === chosen)?.kind ?? ''
  if (kind.startsWith('reject')) toldBy(world, session).refused()
  const recorded = { jsonrpc: '2.0', id: message.id, result: outcome.result }
  world.out.replies.push({ sent: world.feed.kit().taken(session).at(-1), recorded })
}

function answerOf(form: ReplyForm, result: unknown, shown: string): AskAnswer {
  const option = textOf(at(result, 'outcome', 'optionId'))
  if (option !== undefined && form === 'kimi_question')
    return { shown, action: 'accept', values: { answer: option } }
  if (option !== undefined) return { shown, option }
  const action = at(result, 'action')
  if (action === 'accept') {
    const values = Object.entries(fieldsOf(at(result, 'content'))).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
        ? [[name, value]]
        : [],
    )
    return { shown, action, values: Object.fromEntries(values) }
  }
  return { shown, action: action === 'decline' ? 'decline' : 'cancel' }
}
