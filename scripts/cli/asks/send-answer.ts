/** Sends an answer bound to the ask as it was drawn. */
import type { Ask, FormValues } from '../../../shared/wire/ask.ts'
import { askDigest } from '../../../shared/wire/ask-digest.ts'
import { CliError } from '../cli-error.ts'
import { type Daemon, segment, unwrap } from '../client.ts'

export type Choice =
  | { option: string }
  | { action: 'accept'; values: FormValues }
  | { action: 'decline' }
  | { action: 'cancel' }

export type Sent =
  | { outcome: 'answered'; said: { ask: string; outcome: string } }
  /** Somebody else was first, or the agent took it back; `words` say who or why. */
  | { outcome: 'settled'; words: string }
  /** It is not what was drawn any more: draw it again. */
  | { outcome: 'changed' }

/** Other refusals are thrown. */
export async function sendAnswer(daemon: Daemon, ask: Ask, choice: Choice): Promise<Sent> {
  const at = daemon.v1.sessions({ session: segment(ask.session) }).asks({ ask: segment(ask.id) })
  try {
    const said = await unwrap(at.answer.post({ shown: askDigest(ask), ...choice }))
    return { outcome: 'answered', said }
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    if (error.code === 'already_settled') {
      return { outcome: 'settled', words: (await whoWasFirst(daemon, ask)) ?? error.message }
    }
    if (error.code === 'ask_changed') return { outcome: 'changed' }
    throw error
  }
}

/** The ask whole; null when it is open no longer or gone. */
export async function readAsk(daemon: Daemon, session: string, ask: string): Promise<Ask | null> {
  try {
    return await unwrap(
      daemon.v1
        .sessions({ session: segment(session) })
        .asks({ ask: segment(ask) })
        .get(),
    )
  } catch (error) {
    const gone =
      error instanceof CliError && (error.code === 'ask_not_found' || error.code === 'already_settled')
    if (gone) return null
    throw error
  }
}

/** From the record of asks; null when it does not go back that far. */
async function whoWasFirst(daemon: Daemon, ask: Ask): Promise<string | null> {
  const records = await unwrap(daemon.v1.asks.history.get({ query: { session: ask.session } }))
  const record = records.find((one) => one.ask === ask.id)
  if (!record) return null
  const option = record.option === undefined ? '' : ` (${nameOf(ask, record.option)})`
  const by = record.by ? `, by ${[record.by.door, record.by.sub].filter(Boolean).join(' ')}` : ''
  return `It was settled before: ${record.outcome}${option}${by}.`
}

const nameOf = (ask: Ask, id: string): string =>
  (ask.kind === 'permission' && ask.permission.options.find((option) => option.id === id)?.name) || id
