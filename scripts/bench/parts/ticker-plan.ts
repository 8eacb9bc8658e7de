/** What a bench asks of its agent, and how what the agent writes says when it was written. */
import { at, numberOf, textOf } from '../../../daemon/acp/json.ts'

export interface TickerPlan {
  messages: number
  /** Texts of a message. */
  chunks: number
  /** Between two lines; at random from half of it to one and a half. */
  everyMs: number
}

/** The plan in the first text of a `session/prompt`. */
export function readPlan(params: unknown): TickerPlan {
  const prompt = at(params, 'prompt')
  const plan: unknown = JSON.parse(textOf(at(Array.isArray(prompt) ? prompt[0] : null, 'text')) ?? '{}')
  const number = (name: string): number => numberOf(at(plan, name)) ?? 0
  return { messages: number('messages'), chunks: number('chunks'), everyMs: number('everyMs') }
}

/** `|`, then milliseconds, then words as long as a model's. */
export const stamped = (ms: number): string => `|${ms.toFixed(3)} and some words of it`

/** When each of the texts that were joined to this one was written. */
export const stampsIn = (text: string): number[] => text.split('|').slice(1).map(Number.parseFloat)
