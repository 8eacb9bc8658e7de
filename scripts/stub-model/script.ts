/** Directives and the results so far → the next reply. Nothing here acts; the same turn gets the same reply. */
import { callsFor, meansCall } from './calls.ts'
import { type Directive, parseDirectives } from './directives.ts'
import { housekeepingAnswer, isHousekeeping } from './housekeeping.ts'
import { stubLimits } from './limits.ts'
import type { Reply, Step, Stop, Usage } from './reply.ts'
import type { Turn } from './turn.ts'

/** What is known of a request besides its body. */
export interface Attempt {
  /** How often the same request came, this time included: agents repeat what failed. */
  times: number
  /** Makes ids of calls that no other reply of this process has: agents keep them across conversations. */
  request: number
}

export function replyTo(turn: Turn, attempt: Attempt): Reply {
  if (isHousekeeping(turn)) {
    const steps: Step[] = [{ do: 'text', text: housekeepingAnswer(turn) }]
    return { as: 'steps', steps, stop: 'end_turn', decided: 'housekeeping', housekeeping: true }
  }
  const directives = parseDirectives(turn.words)
  const error = turn.results.length === 0 ? directives.find((one) => one.do === 'error') : undefined
  if (error !== undefined && attempt.times <= error.times) {
    const decided = `error ${error.status}, try ${attempt.times}`
    return { as: 'error', status: error.status, decided, housekeeping: false }
  }
  return performed(turn, directives, attempt)
}

function performed(turn: Turn, directives: readonly Directive[], attempt: Attempt): Reply {
  const result = turn.results.at(-1)
  const said = result === undefined ? [] : [`tool said: ${result.slice(0, stubLimits.resultChars)}\n`]
  const draft: Draft = {
    steps: said.map((text) => ({ do: 'text', text })),
    stop: 'end_turn',
    decided: result === undefined ? [] : ['after-tool'],
    ended: false,
  }
  for (const directive of directives.slice(unanswered(directives, turn))) {
    perform(directive, turn, attempt, draft)
    draft.decided.push(directive.do)
    if (draft.ended) break
  }
  if (draft.steps.length === 0) draft.steps.push({ do: 'text', text: ownText(turn, directives) })
  return {
    as: 'steps',
    steps: draft.steps,
    stop: draft.stop,
    ...(draft.usage === undefined ? {} : { usage: draft.usage }),
    decided: draft.decided.join(' ') || 'echo',
    housekeeping: false,
  }
}

interface Draft {
  steps: Step[]
  stop: Stop
  usage?: Usage
  decided: string[]
  /** Nothing may follow: the model waits for a tool, or never ends. */
  ended: boolean
}

const ownText = ({ words }: Turn, directives: readonly Directive[]): string =>
  directives.length === 0 ? `stub: ${words.slice(0, stubLimits.echoChars)}` : 'ok'

/** The first directive after the one whose calls gave the last results. */
function unanswered(directives: readonly Directive[], { results, tools }: Turn): number {
  let missing = results.length
  if (missing === 0) return 0
  const at = directives.findIndex((directive) => {
    if (!meansCall(directive)) return false
    const calls = callsFor(directive, tools)
    missing -= typeof calls === 'string' ? 0 : calls.length
    return missing <= 0
  })
  return at === -1 ? directives.length : at + 1
}

function perform(directive: Directive, turn: Turn, attempt: Attempt, draft: Draft): void {
  if (meansCall(directive)) {
    const calls = callsFor(directive, turn.tools)
    if (typeof calls === 'string') {
      draft.steps.push({ do: 'text', text: `stub: ${calls}\n` })
      return
    }
    const id = `${turn.messages}_${attempt.request}`
    draft.steps.push(...calls.map((call, n): Step => ({ do: 'call', id: `${id}_${n}`, call })))
    draft.stop = 'tool_use'
    draft.ended = true
    return
  }
  switch (directive.do) {
    case 'say':
    case 'think':
      draft.steps.push({ do: directive.do === 'say' ? 'text' : 'think', text: directive.text })
      return
    case 'tokens':
      draft.steps.push(...tokens(directive.count, directive.everyMs))
      return
    case 'sleep':
      draft.steps.push({ do: 'wait', ms: directive.ms })
      return
    case 'hang':
    case 'drop':
      draft.steps.push({ do: directive.do })
      draft.ended = true
      return
    case 'usage':
      draft.usage = { input: directive.input, output: directive.output }
      return
    case 'stop':
      draft.stop = directive.reason
      return
    case 'remember':
      draft.steps.push({ do: 'text', text: remembered(turn.earlier) })
      return
    case 'unclear':
      draft.steps.push({ do: 'text', text: `stub: not understood, it is ${directive.text}\n` })
      return
    case 'error':
      // Its tries are over: the request goes on as if it were not there.
      return
  }
}

const WORDS = (
  'alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec ' +
  'romeo sierra tango uniform victor whiskey xray yankee zulu'
).split(' ')

function tokens(count: number, everyMs: number): Step[] {
  return Array.from({ length: count }, (_, n): Step[] => {
    const word: Step = {
      do: 'text',
      text: `${WORDS[n % WORDS.length]}${n + 1}${(n + 1) % 20 === 0 ? '\n' : ' '}`,
    }
    return everyMs === 0 ? [word] : [{ do: 'wait', ms: everyMs }, word]
  }).flat()
}

const remembered = (earlier: readonly string[]): string =>
  ['remembered:', ...earlier.map((words) => `- ${words}`), ''].join('\n')
