/** Every bound of the model stub. */
const MIB = 1024 * 1024

export const stubLimits = {
  /** A request's body, as sent and as unpacked. Past it: 413. */
  bodyBytes: 64 * MIB,
  /** `[[tokens N MS]]` says no more words than this. */
  tokens: 100_000,
  /** Any time that a directive names. */
  waitMs: 3_600_000,
  /** Any count of tokens that `[[usage IN OUT]]` names. */
  usage: 999_999_999,
  /** Without a directive this much of the user's words is said back. */
  echoChars: 500,
  /** A tool's result is repeated up to here. */
  resultChars: 200,
  /** How deep a schema is followed to make its smallest value. */
  schemaDepth: 6,
  /** The part of a system prompt and of the user's words that tells housekeeping from a turn. */
  systemChars: 6_000,
  wordsChars: 600,
  /** The input of a tool call is streamed in pieces of this size. */
  pieceChars: 24,
  /** Between the last thing said and a connection cut by `[[drop]]`. */
  flushMs: 20,
  /** What the models are said to hold, in tokens. */
  contextTokens: 200_000,
  outputTokens: 32_000,
} as const
