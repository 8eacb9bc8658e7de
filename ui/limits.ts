/** Every bound of the browser's side, with what happens past it. */
import { DAY_MS, SECOND_MS } from '../shared/time.ts'

const KIB = 1024

export const uiLimits = {
  /** From asking for a capability until the machine answered. Past it the try failed. */
  circuitOpenMs: 15 * SECOND_MS,
  /** Waits between two tries: full jitter, from the first to the second as tries fail. */
  reconnectMs: 500,
  reconnectMostMs: 30 * SECOND_MS,
  /** A capability is renewed this long before it ends. */
  renewBeforeMs: 90 * SECOND_MS,
  /** A renewal that failed is tried again after this. */
  renewAgainMs: 10 * SECOND_MS,
  /** After the page slept a circuit must answer in this time. Past it another one is opened. */
  wakeProbeMs: 2 * SECOND_MS,
  /** A request to the authority, its answer included. Past it: authority_unreachable. */
  authorityMs: 20 * SECOND_MS,
  /** What was said is searched for so many characters and more, this long after the last key. */
  searchChars: 2,
  searchAfterMs: 250,
  /** Events asked for when a session is opened, and when the reader goes further up. */
  tailEvents: 200,
  olderEvents: 500,
  /** A stream that was cut is opened again after this, doubling to the second. */
  streamAgainMs: 500,
  streamAgainMostMs: 10 * SECOND_MS,
  /** A command that the machine could not take now is sent again after this, doubling to the second. */
  resendMs: 1 * SECOND_MS,
  resendMostMs: 60 * SECOND_MS,
  /** A cancel that could not leave in this time is not sent any more. */
  cancelMs: 60 * SECOND_MS,
  /** Applied commands that nobody looked at any more leave the outbox after this. */
  appliedKeptMs: 1 * DAY_MS,
  /** An authority that does not answer when the page opens is asked again after this. */
  accountAgainMs: 5 * SECOND_MS,
  /** The devices that a machine lets in, and those that wait, are asked for again after this. */
  lockEveryMs: 4 * SECOND_MS,
  /** A sign-in and an installation that are under way are looked at again after this. */
  loginEveryMs: 700,
  installEveryMs: 700,
  /** What an agent offers is asked for this long after the last change of agent or directory. */
  offerAfterMs: 500,
  /** Directories offered for a new session. Past it the oldest are not. */
  recentDirectories: 5,
  /** Words like “3 min” turn over after this. */
  nowEveryMs: 15 * SECOND_MS,
  /** What the relay carries is asked for again after this, where an admin looks at it. */
  relayEveryMs: 5 * SECOND_MS,
  /** The list of machines is asked for again after this. */
  machinesEveryMs: 30 * SECOND_MS,
  /** A draft is written down this long after the last key. */
  draftAfterMs: 300,
  /** A draft's text; longer ones are kept in memory only. */
  draftBytes: 1024 * KIB,
} as const

type Numbers<T> = { readonly [K in keyof T]: number }
export type UiLimits = Numbers<typeof uiLimits>
