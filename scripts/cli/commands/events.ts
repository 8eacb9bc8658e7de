import { wholeNumber } from '../args.ts'
import { usageError } from '../cli-error.ts'
import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { eventsOf, type From, follow } from '../follow.ts'
import { openEvents } from '../open-events.ts'
import { createTranscript } from '../transcript/transcript.ts'

export const events: Command = {
  name: 'events',
  summary: 'Print the log of a session, with --follow as it grows.',
  usage: 'SESSION [--follow] [--after SEQ | --tail N]',
  flags: {
    follow: { kind: 'switch', about: 'go on with what happens' },
    after: { kind: 'value', of: 'SEQ', about: 'start behind this event' },
    tail: { kind: 'value', of: 'N', about: 'start with the last N events' },
  },
  positionals: { least: 1, most: 1 },
  async run(context, args) {
    const { daemon, output, clock } = context
    const from = fromOf(
      wholeNumber('--after', args.value('after')),
      wholeNumber('--tail', args.value('tail'), 1),
    )
    const session = await unwrap(daemon.v1.sessions({ session: segment(args.positionals[0]) }).get())
    const transcript = createTranscript(output.style)
    const done = new AbortController()
    const stopListening = context.onInterrupt(() => done.abort())
    const items = follow({
      open: openEvents(daemon, session.id),
      from,
      clock,
      signal: AbortSignal.any([done.signal, output.gone]),
      onCut: () => output.note(output.noteStyle.dim('The connection was cut; coming back …')),
    })
    let last = 0
    let seen = from.after ?? 0
    for await (const item of items) {
      if (item.type === 'hello') last = item.last
      for (const event of eventsOf(item)) {
        seen = event.seq
        if (output.json) output.value(event)
        else output.write(transcript.feed(event))
      }
      await output.drained()
      if (!args.switch('follow') && seen >= last) done.abort()
    }
    if (!output.json) output.write(transcript.breakLine())
    stopListening()
    return exitCodes.ok
  },
}

function fromOf(after: number | undefined, tail: number | undefined): From {
  if (after !== undefined && tail !== undefined) throw usageError('--after and --tail exclude each other')
  return tail === undefined ? { after: after ?? 0 } : { tail }
}
