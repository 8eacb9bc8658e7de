/** What the transcript draws at once, and past what it stops being clever. */
const KIB = 1024

export const transcriptLimits = {
  /** Rows in the document when a conversation opens at its foot, and with each step up. */
  pageRows: 60,
  /** Rows in the document at most; past it those furthest from the reader leave. */
  mostRows: 240,
  /** From the foot, in px: nearer than this the reader is at the foot. */
  footSlackPx: 48,
  /** From the top, in px: nearer than this earlier rows are drawn. */
  headSlackPx: 600,
  /** Lines around a change. */
  diffContext: 3,
  /** Edits of lines or words looked for. Past it: drawn as all old, then all new. */
  diffEdits: 2_000,
  /** A line longer than this has no word marks. */
  wordMarkChars: 1_000,
  /** A message longer than this is drawn as it came, without markdown. */
  markdownChars: 200 * KIB,
  /** A text's lines before it folds behind "show all". */
  openLines: 400,
} as const
