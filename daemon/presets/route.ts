/** How a session's agent was started with its preset: decided at the launch, and read by whoever opens the conversation. */
export interface Route {
  /** Null: the agent's own account. */
  system: string | null
  /** Its environment says where the system is; `native`: which is all that it needs. */
  environment: boolean
  native: boolean
  /** Its environment says which model. */
  model: boolean
  /** How the ids of the system's models begin in the agent's list. */
  modelPrefix?: string
  /** There is no conversation yet: what cannot be had ends the start. Else the conversation goes on without it. */
  start: boolean
}

/** Codes of what the log says about a preset that could not be had whole. */
export type Unmet = 'preset_demoted' | 'model_not_pinned' | 'effort_not_set'
