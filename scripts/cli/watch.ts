/** Shows a session as it goes on and puts its asks to whoever can answer them: what `run` and `attach` share. */
import { askPerson, type Person } from './asks/ask-person.ts'
import { createAskQueue } from './asks/ask-queue.ts'
import { type Allow, optionFor } from './asks/choose-option.ts'
import { drawAsk } from './asks/draw-ask.ts'
import { readAsk, sendAnswer } from './asks/send-answer.ts'
import { wholeTexts } from './asks/whole-text.ts'
import { CliError } from './cli-error.ts'
import type { Context } from './command.ts'
import { eventsOf, type From, follow } from './follow.ts'
import { openEvents } from './open-events.ts'
import { safeText } from './output.ts'
import type { LoggedEvent } from './stream-item.ts'
import { createTranscript, type Transcript } from './transcript/transcript.ts'

export interface Watch {
  session: string
  from: From
  /** Answers permissions by rule; questions are never answered by one. */
  allow: Allow | undefined
  /** Without anybody to ask: end the command (`fail`), or show the ask and go on (`leave`). */
  unanswerable: 'fail' | 'leave'
  signal: AbortSignal
  /** A typed line that is an order; true when it was one. */
  order(line: string): boolean
  /** True ends the watch. */
  over(event: LoggedEvent): boolean
}

/** Settles when `over` said so, `signal` aborted or the log ended. Rejects with what ended it otherwise. */
export async function watch(context: Context, options: Watch): Promise<void> {
  const { output } = context
  const transcript = createTranscript(output.style)
  const abort = new AbortController()
  const failures: unknown[] = []
  const asks = createAskQueue(
    (ask, signal) => handleAsk(context, options, transcript, ask, signal),
    (error) => {
      failures.push(error)
      abort.abort()
    },
  )
  const items = follow({
    open: openEvents(context.daemon, options.session),
    from: options.from,
    clock: context.clock,
    signal: AbortSignal.any([options.signal, abort.signal, output.gone]),
    onCut: () => output.note(output.noteStyle.dim('The connection was cut; coming back …')),
  })
  let last = 0
  let seen = 0
  let open: string[] = []
  for await (const item of items) {
    for (const event of eventsOf(item)) {
      seen = event.seq
      show(context, transcript, event)
      noteAsk(asks, event, event.seq > last)
      if (options.over(event)) {
        abort.abort()
        break
      }
    }
    if (item.type === 'hello') last = item.last
    if (item.type === 'hello' || item.type === 'snapshot') open = item.snapshot.asks.map((ask) => ask.id)
    // What is open of the past is asked below the past, not above it.
    if (seen >= last) for (const ask of open.splice(0)) asks.raise(ask)
    await output.drained()
  }
  if (!output.json) output.write(transcript.breakLine())
  if (failures.length > 0) throw failures[0]
}

function show(context: Context, transcript: Transcript, event: LoggedEvent): void {
  if (context.output.json) context.output.value(event)
  else context.output.write(transcript.feed(event))
}

function noteAsk(asks: ReturnType<typeof createAskQueue>, event: LoggedEvent, live: boolean): void {
  if (!('ask' in event) || typeof event.ask !== 'string') return
  if (event.type.endsWith('_resolved')) asks.settle(event.ask)
  else if (live && event.type.endsWith('_request')) asks.raise(event.ask)
}

async function handleAsk(
  context: Context,
  options: Watch,
  transcript: Transcript,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { daemon, output } = context
  const person: Person = { keyboard: context.keyboard, output, order: options.order }
  for (;;) {
    const ask = await readAsk(daemon, options.session, id)
    if (!ask || signal.aborted) return
    const byRule = ask.kind === 'permission' && options.allow !== undefined
    if (!byRule && !context.keyboard.present) {
      if (options.unanswerable === 'leave') return
      throw new CliError(
        'unanswerable',
        `Nobody here can answer ${id}; it stays open in ${options.session}.`,
        {
          detail: { ask: id, session: options.session },
        },
      )
    }
    if (!byRule) {
      const whole = await wholeTexts(ask, (blob) => context.readBlob(ask.session, blob))
      if (!output.json) output.write(transcript.breakLine())
      output.noteWrite(drawAsk(ask, whole, output.noteStyle))
    }
    const choice =
      ask.kind === 'permission' && options.allow !== undefined
        ? { option: optionFor(options.allow, id, ask.permission.options).id }
        : await askPerson(person, ask, signal)
    if (!choice) {
      if (signal.aborted) output.note('It was answered elsewhere.')
      else if (options.unanswerable === 'fail' && !options.signal.aborted)
        throw unanswerable(id, options.session)
      return
    }
    const sent = await sendAnswer(daemon, ask, choice)
    if (sent.outcome === 'settled') output.note(safeText(sent.words, output.noteStyle))
    if (sent.outcome !== 'changed') return
    output.note('It changed meanwhile; here it is again.')
  }
}

const unanswerable = (ask: string, session: string): CliError =>
  new CliError('unanswerable', `Nobody here can answer ${ask}; it stays open in ${session}.`, {
    detail: { ask, session },
  })
