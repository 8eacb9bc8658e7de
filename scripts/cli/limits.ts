/** Bounds of the command line, with what happens past them. */
import { SECOND_MS } from '../../shared/time.ts'

export const cliLimits = {
  /** A cut stream is opened again for this long. Past it the command ends `unreachable`; the session goes on. */
  reconnectMs: 60 * SECOND_MS,
  /** Waits between tries double from the first to the longest. */
  reconnectFirstMs: 250,
  reconnectLongestMs: 5 * SECOND_MS,
  /** A command whose connection broke is sent again under the same key. Past it: `unreachable`. */
  commandTries: 4,
  commandRetryMs: 250,
  /** `down` watches the daemon end. Past it: an error naming the pid. */
  downMs: 30 * SECOND_MS,
  downPollMs: 50,
  /** `up` waits for its tunnel. Past it the machine is ready without one, and says so. */
  tunnelMs: 10 * SECOND_MS,
  tunnelPollMs: 2,
  /** From the token to an open circuit, a person's approval not counted. Past it: `unreachable`. */
  circuitOpenMs: 15 * SECOND_MS,
  /** A capability is renewed this long before it ends, and asked for again when that failed. */
  renewBeforeMs: 60 * SECOND_MS,
  renewAgainMs: 10 * SECOND_MS,
  /** One answer of the authority. Past it: `unreachable`. */
  authorityMs: 30 * SECOND_MS,
  /** How often an installation or a sign-in of an agent is looked at. */
  agentPollMs: 250,
  /** What `attach` shows of the past. */
  attachTail: 50,
  /** Lines around a change in a diff. */
  diffContext: 3,
  /** Edits a diff looks for. Past it the whole old and new text are shown instead. */
  diffEdits: 1_000,
} as const
