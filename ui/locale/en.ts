/** The English catalogue: each family of words has a file of its own. */
import { enAccount } from './en-account.ts'
import { enAsks } from './en-asks.ts'
import { enComposer } from './en-composer.ts'
import { enErrors } from './en-errors.ts'
import { enHome } from './en-home.ts'
import { enMachines } from './en-machines.ts'
import { enParts } from './en-parts.ts'
import { enSession } from './en-session.ts'
import { enTranscript } from './en-transcript.ts'

export const en = {
  ...enParts,
  ...enTranscript,
  ...enAsks,
  ...enComposer,
  ...enSession,
  ...enErrors,
  ...enAccount,
  ...enHome,
  ...enMachines,
} as const
