import type { Ask } from '../../../shared/wire/ask.ts'
import type { Args } from '../args.ts'
import { askPerson } from '../asks/ask-person.ts'
import { allowChoices, allowOf, optionById, optionFor } from '../asks/choose-option.ts'
import { drawAsk } from '../asks/draw-ask.ts'
import { readForm } from '../asks/form-field.ts'
import { type Choice, readAsk, sendAnswer } from '../asks/send-answer.ts'
import { wholeTexts } from '../asks/whole-text.ts'
import { CliError, usageError } from '../cli-error.ts'
import { segment, unwrap } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { safeText } from '../output.ts'

export const answer: Command = {
  name: 'answer',
  summary:
    'Answer an ask of a session; ASK is needed only when several are open. Without a choice: asks you.',
  usage: 'SESSION [ASK] [--allow once|none | --option ID | --decline | --accept | --field NAME=VALUE …]',
  flags: {
    allow: {
      kind: 'value',
      of: 'HOW',
      choices: allowChoices,
      about: 'the only option that allows, or rejects, once',
    },
    option: { kind: 'value', of: 'ID', about: 'this option' },
    decline: { kind: 'switch', about: 'decline a question; reject a permission once' },
    accept: { kind: 'switch', about: 'accept a form with its defaults' },
    field: { kind: 'list', of: 'NAME=VALUE', about: 'accept a form with this answer (repeatable)' },
  },
  positionals: { least: 1, most: 2 },
  async run(context, args) {
    const { daemon, output } = context
    const [session, named] = args.positionals
    // What is typed before the ask is drawn does not answer it.
    if (context.keyboard.present) context.keyboard.onIdleLine(() => {})
    const ask = await findAsk(context, session, named)
    const whole = await wholeTexts(ask, (blob) => context.readBlob(ask.session, blob))
    if (!output.json) output.noteWrite(drawAsk(ask, whole, output.noteStyle))
    const choice = choiceOf(args, ask) ?? (await chosenAtTerminal(context, ask))
    const sent = await sendAnswer(daemon, ask, choice)
    if (sent.outcome === 'settled')
      throw new CliError('already_settled', safeText(sent.words, output.noteStyle))
    if (sent.outcome === 'changed')
      throw new CliError('ask_changed', `${ask.id} changed meanwhile; look at it again.`)
    if (output.json) output.value(sent.said)
    else output.line(`Answered ${sent.said.ask}: ${sent.said.outcome}.`)
    return exitCodes.ok
  },
}

async function findAsk(
  context: Context,
  session: string | undefined,
  named: string | undefined,
): Promise<Ask> {
  if (named !== undefined) {
    const ask = await readAsk(context.daemon, session ?? '', named)
    if (ask) return ask
    throw new CliError('ask_not_found', `${session} has no open ask ${named}`)
  }
  const open = await unwrap(context.daemon.v1.sessions({ session: segment(session) }).asks.get())
  const [only] = open
  if (!only) throw new CliError('ask_not_found', `${session} has no open ask`)
  if (open.length === 1) return only
  throw usageError(`several asks are open, name one: ${open.map((ask) => ask.id).join(', ')}`)
}

/** What the flags say; null when they say nothing. At most one of them is taken. */
function choiceOf(args: Args, ask: Ask): Choice | null {
  const allow = allowOf(args.value('allow'))
  const option = args.value('option')
  const decline = args.switch('decline')
  const fields = args.list('field')
  const accept = args.switch('accept') || fields.length > 0
  const said = [allow !== undefined, option !== undefined, decline, accept].filter(Boolean).length
  if (said > 1) throw usageError('--allow, --option, --decline and --accept or --field exclude each other')
  if (said === 0) return null
  if (ask.kind === 'permission') {
    const { options } = ask.permission
    if (option !== undefined) return { option: optionById(option, ask.id, options).id }
    if (allow !== undefined || decline) return { option: optionFor(allow ?? 'none', ask.id, options).id }
    throw usageError(`${ask.id} is a permission: answer it with --allow, --option or --decline`)
  }
  if (decline) return { action: 'decline' }
  if (!accept) throw usageError(`${ask.id} is a question: answer it with --field, --accept or --decline`)
  const form = readForm(ask.question.fields, fields)
  if (!form.ok) throw usageError(form.problem)
  return { action: 'accept', values: form.values }
}

async function chosenAtTerminal(context: Context, ask: Ask): Promise<Choice> {
  if (!context.keyboard.present)
    throw usageError('there is no terminal to ask at; say --allow, --option, --decline or --field')
  const person = { keyboard: context.keyboard, output: context.output, order: () => false }
  const choice = await askPerson(person, ask, new AbortController().signal)
  if (!choice) throw new CliError('unanswerable', `${ask.id} was not answered; it stays open.`)
  return choice
}
