/** Each is something a real agent was seen to do on the wire. They hold for the rest of the turn, but for three. */
export const oddityNames = [
  /** A permission for a tool call that was never announced. */
  'unannounced-permission',
  /** The turn's usage follows its result. */
  'usage-after-result',
  /** The next loads of this conversation go on with their replay after the answer. Kept on disk. */
  'replay-after-answer',
  /** A refused permission ends the turn as `cancelled`, though nobody cancelled. */
  'refusal-as-cancelled',
  /** A cancelled command goes on running, its call stays in_progress, and the agent forgets it for good. */
  'command-left-running',
  /** A permission whose tool call has no title and no input. */
  'no-title-permission',
  /** About 1 MB/s on stderr without a newline, from now on, until `stderr-quiet`. */
  'stderr-flood',
  'stderr-quiet',
  /** Permissions with numeric ids from 0, the id nearest to null that can still be answered. */
  'null-id',
  /** A permission that is taken back shortly after. */
  'withdraw-ask',
  /** A cancelled prompt is answered a second time, later. */
  'late-answer',
] as const

export type Oddity = (typeof oddityNames)[number]

export const oddityNamed = (text: string): Oddity | undefined => oddityNames.find((name) => name === text)
