import { allowChoices, allowOf } from '../asks/choose-option.ts'
import { usageError } from '../cli-error.ts'
import { segment, unwrap } from '../client.ts'
import { type Command, type Context, MANY } from '../command.ts'
import { type ExitCode, exitCodes, exitOfTurn } from '../exit-codes.ts'
import { newSessionOf, startFlags, textOf } from '../session-text.ts'
import { knownEvent, type LoggedEvent } from '../stream-item.ts'
import { watch } from '../watch.ts'

export const run: Command = {
  name: 'run',
  summary:
    'Create a session with TEXT, show everything it does, and end with its turn. Ctrl-C cancels, twice leaves.',
  usage: '--agent A | --preset P [--cwd DIR] [--mcp NAME=URL] [--allow once|none] [--json] TEXT | -',
  flags: {
    ...startFlags,
    allow: {
      kind: 'value',
      of: 'HOW',
      choices: allowChoices,
      about: 'answer permissions with the only option of that kind',
    },
  },
  positionals: { least: 1, most: MANY },
  async run(context, args) {
    const allow = allowOf(args.value('allow'))
    const start = await newSessionOf(context, args)
    const text = await textOf(context, args.positionals)
    if (!text) throw usageError('there is no text to run')
    const session = await unwrap(context.daemon.v1.sessions.post({ ...start, text }))
    if (!context.output.json) context.output.note(context.output.noteStyle.dim(`session ${session.nickname}`))

    // What is typed while nothing is asked answers nothing later.
    if (context.keyboard.present) context.keyboard.onIdleLine(() => {})
    const left = new AbortController()
    const stopListening = context.onInterrupt(interrupts(context, session.id, left))
    const end = endOfTurn()
    try {
      await watch(context, {
        session: session.id,
        from: { after: 0 },
        allow,
        unanswerable: 'fail',
        signal: left.signal,
        order: () => false,
        over: (event) => end.see(event) !== null,
      })
    } finally {
      stopListening()
    }
    return end.exit() ?? exitCodes.cancelled
  },
}

/** The first one cancels the turn, the second leaves it running. */
function interrupts(context: Context, session: string, left: AbortController): () => void {
  const { output } = context
  let count = 0
  return () => {
    count++
    if (count > 1) {
      output.note(`Left running; come back with: fairlead attach ${session}`)
      left.abort()
      return
    }
    output.note('Cancelling; once more leaves it running.')
    unwrap(context.daemon.v1.sessions({ session: segment(session) }).cancel.post()).catch((error: unknown) =>
      output.note(error instanceof Error ? error.message : String(error)),
    )
  }
}

/** Reads the log of a new session for the end of its first message. */
export function endOfTurn(): { see(event: LoggedEvent): ExitCode | null; exit(): ExitCode | null } {
  let prompt: number | null = null
  let exit: ExitCode | null = null
  return {
    exit: () => exit,
    see(logged) {
      const event = knownEvent(logged)
      if (event?.type === 'prompt') prompt ??= event.seq
      if (event?.type === 'turn_result' && prompt !== null && event.prompts.includes(prompt)) {
        exit = exitOfTurn(event.stopReason)
      }
      if (event?.type === 'prompt_withdrawn' && event.prompt === prompt) exit = exitCodes.cancelled
      // A session that never had a conversation keeps its first message and ends no turn.
      const neverStarted = event?.type === 'session_status' && event.status === 'exited'
      if (neverStarted && (event.reason === 'start_failed' || event.reason === 'start_timeout')) {
        exit = exitCodes.agentError
      }
      return exit
    },
  }
}
