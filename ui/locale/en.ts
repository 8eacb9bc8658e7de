/** The English catalogue: each family of words has a file of its own. The words of refusals are in `en-errors.ts`, by code. */
import { enAsks } from './en-asks.ts'
import { enComposer } from './en-composer.ts'
import { enParts } from './en-parts.ts'
import { enTranscript } from './en-transcript.ts'

export const en = { ...enParts, ...enTranscript, ...enAsks, ...enComposer } as const
