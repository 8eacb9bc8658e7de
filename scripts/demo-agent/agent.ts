/** What every part of the agent needs, made once in main.ts. */
import type { Clock } from '../../shared/time.ts'
import type { Commands } from './commands.ts'
import type { Connection } from './connection.ts'
import type { ConversationStore } from './conversation-store.ts'
import type { Journal } from './journal.ts'
import type { Session } from './session.ts'

export interface Agent {
  clock: Clock
  /** A fresh UUID. */
  newId(): string
  journal: Journal
  connection: Connection
  commands: Commands
  store: ConversationStore
  sessions: Map<string, Session>
  steering: boolean
  startDelayMs: number
  /** What the client declared in initialize. */
  client: { forms: boolean; booleans: boolean }
  process: OwnProcess
}

/** The acts that concern the agent's own process. */
export interface OwnProcess {
  /** Ends at once, like a crash: nothing is cleaned up. */
  crash(): void
  /** From now on neither SIGTERM nor a closed stdin ends it. */
  ignoreSignals(): void
  floodStderr(on: boolean): void
  /** The next numeric id for a request, from 0. */
  nextNumber(): number
}
