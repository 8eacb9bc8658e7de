import type { Random } from '../../shared/ids.ts'
import type { MachineSettings } from '../../shared/wire/settings.ts'
import type { Starts } from '../agents/starts.ts'
import type { RecordStore } from '../asks/record-store.ts'
import type { AskStore } from '../asks/store.ts'
import type { AdoptionStore } from '../conversations/store.ts'
import type { Transactor } from '../db/transact.ts'
import type { EventLog } from '../events/log.ts'
import type { DaemonLimits } from '../limits.ts'
import type { PresetBook } from '../presets/book.ts'
import type { RunStore } from '../runs/store.ts'
import type { BudgetStore } from './budget-store.ts'
import type { LifeStore } from './life-store.ts'
import type { SessionStore } from './store.ts'
import type { TaskStore } from './task-store.ts'
import type { TurnStore } from './turn-store.ts'

/** What a change asks of the run's process once it is committed; `runs/runs.ts` carries it out. */
export interface RunActions {
  /** A run row was made: find the program, have the keeper start it. */
  launch(run: string): void
  /** The kill ladder, or, where nothing was started yet, the end at once. */
  end(run: string): void
  /** Remember the run's processes: a turn begins. */
  mark(run: string): void
  /** End the commands that a cancelled turn left running. */
  sweep(run: string): void
  /** A file request of the agent waits in `agent_requests`. */
  serveFiles(run: string): void
}

/** What the rules of sessions work with. Rules are functions of this, a transaction's `work`, and rows. */
export interface Core {
  sessions: SessionStore
  turns: TurnStore
  lives: LifeStore
  tasks: TaskStore
  adoptions: AdoptionStore
  presets: PresetBook
  runs: RunStore
  starts: Starts
  asks: AskStore
  records: RecordStore
  budget: BudgetStore
  log: EventLog
  transact: Transactor
  random: Random
  limits: DaemonLimits
  /** What a person set for this machine, as it is now. */
  settings(): MachineSettings
  version: string
  act: RunActions
}
