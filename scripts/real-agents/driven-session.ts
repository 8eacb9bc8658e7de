/** A session that a scenario drives as a person does: messages, answers, cancels, and what came of them. */
import type { Ask, AskOption, FormValues } from '../../shared/wire/ask.ts'
import type { SessionEvent } from '../../shared/wire/event.ts'
import type { PromptLanded, Session } from '../../shared/wire/session.ts'
import { readAsk, sendAnswer } from '../cli/asks/send-answer.ts'
import { type Daemon, segment, unwrap } from '../cli/client.ts'
import { realAgentLimits } from './limits.ts'
import { check, ScenarioFailed } from './scenario.ts'
import { type SessionView, viewSession } from './session-view.ts'

export type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>
export type Permission = Extract<Ask, { kind: 'permission' }>
export type Question = Extract<Ask, { kind: 'question' }>

export interface DrivenSession {
  id: string
  view: SessionView
  prompt(text: string): Promise<PromptLanded>
  /** The result of the turn that a message was in. */
  result(seq: number, ms?: number): Promise<EventOf<'turn_result'>>
  /** A message and the result of its turn. */
  turn(text: string, ms?: number): Promise<EventOf<'turn_result'>>
  /** What the agent said since an event of the log, errors left out. */
  said(after?: number): string
  /** The oldest permission that is open, whole; one besides the ask named, where it is named. */
  permission(ms?: number, besides?: string): Promise<Permission>
  /** Null: the turn ended, and nothing was asked. */
  permissionOrNone(ms?: number): Promise<Permission | null>
  questionOrNone(ms?: number): Promise<Question | null>
  /** Takes the only option of that kind. */
  choose(ask: Permission, kind: AskOption['kind']): Promise<void>
  fill(ask: Question, answer: 'decline' | FormValues): Promise<void>
  cancel(): Promise<void>
  setControl(id: string, value: string | boolean): Promise<Session>
}

export function driveSession(api: Daemon, first: Session): DrivenSession {
  const view = viewSession(api, first)
  const at = api.v1.sessions({ session: segment(first.id) })
  const answered = new Set<string>()
  /** The newest message. */
  let last = 0
  const nextAsk = async (ms: number, besides?: string): Promise<Ask | null> => {
    const found = await view.until('an ask', ms, ({ session: now, events }) => {
      // A snapshot may be older than an answer.
      const open = now.asks.find(({ id }) => id !== besides && !answered.has(id))
      if (open) return open
      return events.some((event) => isResultOf(event, last)) ? 'over' : null
    })
    if (found === 'over') return null
    const ask = await readAsk(api, first.id, found.id)
    check(ask !== null, `${found.id} was gone before it was read`)
    return ask
  }
  const send = async (ask: Ask, choice: Parameters<typeof sendAnswer>[2]): Promise<void> => {
    const sent = await sendAnswer(api, ask, choice)
    answered.add(ask.id)
    check(sent.outcome === 'answered', `the answer to ${ask.id} was ${sent.outcome}`)
  }
  const session: DrivenSession = {
    id: first.id,
    view,
    async prompt(text) {
      const landed = await unwrap(at.prompt.post({ text }))
      last = landed.seq
      return landed
    },
    result: (seq, ms = realAgentLimits.turnMs) =>
      view.until('the turn to end', ms, ({ events }) => events.find((event) => isResultOf(event, seq))),
    async turn(text, ms) {
      const { seq } = await session.prompt(text)
      return await session.result(seq, ms)
    },
    said(after = 0) {
      const texts = view.now().events.flatMap((event) => {
        if (event.type !== 'message_delta' || event.seq <= after || event.error === true) return []
        return typeof event.text === 'string' ? [event.text] : [event.text.head, event.text.tail]
      })
      return texts.join('')
    },
    async permission(ms = realAgentLimits.stepMs, besides) {
      const ask = await nextAsk(ms, besides)
      check(ask !== null, `a permission; the turn ended instead, saying: ${session.said()}`)
      check(ask.kind === 'permission', 'a permission; a question came instead')
      return ask
    },
    async permissionOrNone(ms = realAgentLimits.stepMs) {
      const ask = await nextAsk(ms)
      if (ask === null || ask.kind === 'permission') return ask
      throw new ScenarioFailed('a permission; a question came instead')
    },
    async questionOrNone(ms = realAgentLimits.stepMs) {
      const ask = await nextAsk(ms)
      if (ask === null || ask.kind === 'question') return ask
      throw new ScenarioFailed('a question; a permission came instead')
    },
    async choose(ask, kind) {
      const fitting = ask.permission.options.filter((option) => option.kind === kind)
      const [only] = fitting
      check(only !== undefined && fitting.length === 1, `one option that is ${kind}: ${fitting.length}`)
      await send(ask, { option: only.id })
    },
    fill: (ask, answer) =>
      send(ask, answer === 'decline' ? { action: 'decline' } : { action: 'accept', values: answer }),
    async cancel() {
      await unwrap(at.cancel.post())
    },
    setControl: (id, value) => unwrap(at.controls({ control: segment(id) }).post({ value })),
  }
  return session
}

export const isResultOf = (event: SessionEvent, seq: number): event is EventOf<'turn_result'> =>
  event.type === 'turn_result' && event.prompts.includes(seq)

export const stopWords = ({ stopReason, message }: EventOf<'turn_result'>): string =>
  message === undefined ? stopReason : `${stopReason}: ${message}`
