/** How long the scenarios wait, with what happens past each bound: the cell says what was waited for. */
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'

export const realAgentLimits = {
  /** A daemon that was started says that it is ready. */
  daemonReadyMs: 60 * SECOND_MS,
  /** A daemon that was asked to go with all its sessions is gone. Past it, it is killed. */
  daemonGoneMs: 60 * SECOND_MS,
  /** From a session's creation or its next message until its agent is open: a slow start, and a busy machine. */
  openMs: 2 * MINUTE_MS,
  /** One step of a turn: an ask, a chunk, a file. */
  stepMs: MINUTE_MS,
  /** A turn that does nothing slow. */
  turnMs: 2 * MINUTE_MS,
  /** From a cancel to the turn's result; the daemon itself gives an agent 15 s. */
  cancelMs: 40 * SECOND_MS,
  /**
   * An agent that retries a failing model is waited for so long, then cancelled. Those that show an error do so within
   * ten seconds; those that go on trying, for longer than a minute.
   */
  retryMs: 40 * SECOND_MS,
  /** Whether a second ask comes while the first one is open. */
  besideMs: 5 * SECOND_MS,
  /** After a session's stop: until nothing of its agent is left. */
  goneMs: 30 * SECOND_MS,
  /** An agent that is used without us goes by itself once nobody speaks to it. Past it, it is asked to. */
  leaveMs: 10 * SECOND_MS,
  /** Scenarios, each with a session of its own, in one home: past its burst a daemon makes no more for a while. */
  scenariosAHome: 11,
  /** Agents that are run side by side. */
  agentsAtOnce: 2,
  /** Between two looks at what has no event: a file, the process table. */
  lookMs: 50,
} as const
