import type { Ask } from '../../../shared/wire/ask.ts'
import { CliError } from '../cli-error.ts'
import { type Daemon, errorOf, segment } from '../client.ts'
import type { WholeText } from './whole-text.ts'
import { wholeTexts } from './whole-text.ts'

export const wholeAsk = (daemon: Daemon, ask: Ask): Promise<WholeText> =>
  wholeTexts(ask, (blob) => readBlob(daemon, ask.session, blob))

/** The text of a blob. Throws when it cannot be read. */
async function readBlob(daemon: Daemon, session: string, blob: string): Promise<string> {
  const answer = await daemon.v1
    .sessions({ session: segment(session) })
    .blobs({ blob: segment(blob) })
    .get()
  if (answer.error) throw errorOf(answer.error.value)
  const data: unknown = answer.data
  if (typeof data === 'string') return data
  if (data instanceof ArrayBuffer) return new TextDecoder().decode(data)
  throw new CliError('internal', 'The daemon sent a blob in a form this version does not know.')
}
