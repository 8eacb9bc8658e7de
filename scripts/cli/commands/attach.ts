import { showInvisible } from '../../../shared/untrusted.ts'
import { type Daemon, segment, unwrap } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { cliLimits } from '../limits.ts'
import { watch } from '../watch.ts'

export const attach: Command = {
  name: 'attach',
  summary: 'Show a session and talk to it: lines are messages; /cancel, /stop and /detach are orders.',
  usage: 'SESSION',
  flags: {},
  positionals: { least: 1, most: 1 },
  async run(context, args) {
    const session = await unwrap(context.daemon.v1.sessions({ session: segment(args.positionals[0]) }).get())
    const left = new AbortController()
    const stopListening = context.onInterrupt(() => left.abort())
    const order = ordersOf(context, session.id, left)
    let sent: Promise<unknown> = Promise.resolve()
    context.keyboard.onIdleLine((line) => {
      // A person who closes their end leaves; a script that wrote its last line still reads.
      if (line === null && context.keyboard.present) left.abort()
      if (line === null || line.trim() === '' || order(line)) return
      sent = sent.then(() => attempt(context, sendPrompt(context.daemon, session.id, line)))
    })
    try {
      await watch(context, {
        session: session.id,
        from: { tail: cliLimits.attachTail },
        allow: undefined,
        unanswerable: 'leave',
        signal: left.signal,
        order,
        over: () => false,
      })
    } finally {
      context.keyboard.onIdleLine(null)
      stopListening()
    }
    return exitCodes.ok
  },
}

/** Recognises an order by the whole line, so that an agent's own `/` commands still reach it. */
function ordersOf(context: Context, id: string, left: AbortController): (line: string) => boolean {
  const at = context.daemon.v1.sessions({ session: segment(id) })
  return (line) => {
    switch (line.trim()) {
      case '/detach':
        left.abort()
        return true
      case '/cancel':
        void attempt(context, unwrap(at.cancel.post()))
        return true
      case '/stop':
        void attempt(context, unwrap(at.stop.post()))
        return true
      default:
        return false
    }
  }
}

const sendPrompt = (daemon: Daemon, id: string, text: string) =>
  unwrap(daemon.v1.sessions({ session: segment(id) }).prompt.post({ text }))

/** What was ordered while the log goes on: a refusal is said and the view stays. */
function attempt(context: Context, act: Promise<unknown>): Promise<unknown> {
  return act.catch((error: unknown) => {
    context.output.note(showInvisible(error instanceof Error ? error.message : String(error)))
  })
}
