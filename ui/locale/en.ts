/** The English catalogue: each family of words has a file of its own. */
import { enAccount } from './en-account.ts'
import { enAgents } from './en-agents.ts'
import { enAsks } from './en-asks.ts'
import { enComposer } from './en-composer.ts'
import { enErrors } from './en-errors.ts'
import { enHome } from './en-home.ts'
import { enMachineSettings } from './en-machine-settings.ts'
import { enMachines } from './en-machines.ts'
import { enNewSession } from './en-new-session.ts'
import { enParts } from './en-parts.ts'
import { enPresets } from './en-presets.ts'
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
  ...enAgents,
  ...enNewSession,
  ...enPresets,
  ...enMachineSettings,
} as const
