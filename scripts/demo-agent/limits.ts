/** Every bound and pause of the demo agent. */
const KIB = 1024
const MIB = 1024 * KIB

export const demoLimits = {
  /** One line from the client. Past it the agent ends with a message on stderr. */
  lineBytes: 64 * MIB,
  /** The end of a command's output that a tool call shows; what came before it is counted, not shown. */
  outputBytes: 64 * KIB,
  /** A running command's output is sent at most once in this time. */
  outputEveryMs: 50,
  /** A command that exited while something it started still holds its output: read on for this long. */
  drainMs: 200,
  /** Between the chunks of a friendly sentence. */
  speechPauseMs: 15,
  /** The slash commands follow the answer to session/new by this much, as with the real ones. */
  commandMenuMs: 20,
  /** A permission that is taken back stays open this long. */
  withdrawMs: 200,
  /** The second answer to a cancelled prompt comes this long after the first. */
  lateAnswerMs: 200,
  /** `replay-after-answer`: the part of a replay that comes late. */
  lateReplayMs: 50,
  /** The stderr flood: 100 KB every 100 ms, about 1 MB/s. */
  stderrBytes: 100_000,
  stderrEveryMs: 100,
  /** `flood: MB`, `words: N` and `garbage: N` take no more than this. */
  floodMegabytes: 128,
  words: 1_000_000,
  garbageLines: 1_000,
  /** Any time a directive names. */
  waitMs: 3_600_000,
  /** One call to a tool server, connecting included. */
  toolMs: 120_000,
  toolAnswerBytes: 8 * MIB,
  /** A full pipe is tried again after this much. */
  writeRetryMs: 2,
  /** A listed conversation without a title shows this much of its first line. */
  titleChars: 80,
} as const
