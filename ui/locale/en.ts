/** The English catalogue: each family of words has a file of its own. */
import { enAccount } from './en-account.ts'
import { enActs } from './en-acts.ts'
import { enAdmin } from './en-admin.ts'
import { enAgents } from './en-agents.ts'
import { enAsks } from './en-asks.ts'
import { enCircuitEnds } from './en-circuit-ends.ts'
import { enComposer } from './en-composer.ts'
import { enErrors } from './en-errors.ts'
import { enFront } from './en-front.ts'
import { enHome } from './en-home.ts'
import { enLetters } from './en-letters.ts'
import { enLock } from './en-lock.ts'
import { enMachineSettings } from './en-machine-settings.ts'
import { enMachines } from './en-machines.ts'
import { enNewSession } from './en-new-session.ts'
import { enParts } from './en-parts.ts'
import { enPresets } from './en-presets.ts'
import { enRecords } from './en-records.ts'
import { enSession } from './en-session.ts'
import { enSettings } from './en-settings.ts'
import { enSharing } from './en-sharing.ts'
import { enTranscript } from './en-transcript.ts'

export const en = {
  ...enParts,
  ...enTranscript,
  ...enAsks,
  ...enComposer,
  ...enSession,
  ...enErrors,
  ...enAccount,
  ...enFront,
  ...enSettings,
  ...enHome,
  ...enMachines,
  ...enLock,
  ...enAgents,
  ...enNewSession,
  ...enPresets,
  ...enMachineSettings,
  ...enSharing,
  ...enRecords,
  ...enCircuitEnds,
  ...enActs,
  ...enLetters,
  ...enAdmin,
} as const
