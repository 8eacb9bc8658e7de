/** Directives that only say something. */
import { demoLimits } from './limits.ts'
import { sendChunk, sendUpdate } from './session.ts'
import type { Turn } from './turn.ts'
import { wait } from './wait.ts'

/** One message in the pieces given, a pause between them. A cancel ends it between two pieces. */
export async function speak(turn: Turn, pieces: readonly string[], pauseMs = 0): Promise<void> {
  const messageId = turn.agent.newId()
  for (const [i, piece] of pieces.entries()) {
    if (i > 0 && pauseMs > 0) await wait(turn.agent.clock, pauseMs, turn.signal)
    if (turn.signal.aborted) return
    await sendChunk(turn.agent, turn.session, messageId, piece)
  }
}

export const echo = (turn: Turn, text: string): Promise<void> =>
  speak(
    turn,
    ['Here is what I heard: ', `“${text}”`, '. ', 'Say /help to see what I can do.'],
    demoLimits.speechPauseMs,
  )

export async function think(turn: Turn, text: string): Promise<void> {
  await sendUpdate(turn.agent, turn.session, {
    sessionUpdate: 'agent_thought_chunk',
    content: { type: 'text', text },
    messageId: turn.agent.newId(),
  })
  turn.agent.journal.did('thought', { session: turn.session.id, text })
}

/** `word1 word2 … wordN`, one chunk each. */
export function words(turn: Turn, count: number, everyMs: number): Promise<void> {
  const pieces = Array.from({ length: count }, (_, i) => `word${i + 1}${i + 1 < count ? ' ' : ''}`)
  return speak(turn, pieces, everyMs)
}

/** The plan as made, then again as each step is done. */
export async function plan(turn: Turn, steps: readonly string[]): Promise<void> {
  for (let done = 0; done <= steps.length && !turn.signal.aborted; done++) {
    await sendUpdate(turn.agent, turn.session, {
      sessionUpdate: 'plan',
      entries: steps.map((content, i) => ({
        content,
        priority: 'medium' as const,
        status:
          i < done ? ('completed' as const) : i === done ? ('in_progress' as const) : ('pending' as const),
      })),
    })
    await wait(turn.agent.clock, demoLimits.speechPauseMs, turn.signal)
  }
}

export async function title(turn: Turn, text: string): Promise<void> {
  turn.session.conversation.title(text)
  await sendUpdate(turn.agent, turn.session, {
    sessionUpdate: 'session_info_update',
    title: text,
    updatedAt: new Date(turn.agent.clock.now()).toISOString(),
  })
}

const CONTEXT_TOKENS = 200_000

export async function sendUsage(turn: Turn): Promise<void> {
  if (turn.usage === undefined) return
  const { input, output } = turn.usage
  await sendUpdate(turn.agent, turn.session, {
    sessionUpdate: 'usage_update',
    used: input + output,
    size: CONTEXT_TOKENS,
  })
}

/** What the person said before this turn, one message a line; a newline inside one is shown as ` / `. */
export function recall(turn: Turn): Promise<void> {
  const said = turn.session.conversation.said.slice(0, turn.earlierMessages)
  if (said.length === 0) return speak(turn, ['You have said nothing before this.'])
  return speak(
    turn,
    said.map((text, i) => text.replaceAll('\n', ' / ') + (i + 1 < said.length ? '\n' : '')),
  )
}

const HELP = `I am a demo agent without a model. I say back what you write, and a line that starts with one of these does it:

- \`run: ls -l\` asks you, then runs the command here
- \`write: hello.txt Hello\` asks you, then writes the file
- \`ask: Which colour? | Red | Blue\` asks you a question
- \`plan: One | Two | Three\` shows a plan
- \`say: TEXT\`, \`think: TEXT\`, \`title: TEXT\`
- \`words: 100 20\` streams 100 words, one every 20 ms
- \`tool: NAME {}\` uses a tool I was given
- \`background: 2000\` does something after the turn
- \`recall\` says back what you said earlier`

export const help = (turn: Turn): Promise<void> => speak(turn, [HELP])
