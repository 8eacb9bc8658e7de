/** The line that streamed text may have left open at the end of what was printed. */

export interface OpenLine {
  /** Which run of text the line belongs to; null when no line is open to go on with. */
  run: string | null
  /** The next character starts a line. */
  fresh: boolean
}

export interface Piece {
  run: string
  text: string
  /** Before the first line of a run. */
  start: string
  /** Before every line. */
  indent: string
}

export const noLine = (): OpenLine => ({ run: null, fresh: true })

/** Ends the open line, so that something else can be printed. */
export function breakLine(line: OpenLine): string {
  const text = line.fresh ? '' : '\n'
  line.run = null
  line.fresh = true
  return text
}

/** The next piece of a run: goes on with its open line, else begins one. */
export function streamPiece(line: OpenLine, piece: Piece): string {
  if (piece.text === '') return ''
  const same = line.run === piece.run
  const before = same ? '' : breakLine(line) + piece.start
  const lead = line.fresh ? piece.indent : ''
  line.run = piece.run
  line.fresh = piece.text.endsWith('\n')
  const body = line.fresh ? piece.text.slice(0, -1) : piece.text
  return before + lead + body.replaceAll('\n', `\n${piece.indent}`) + (line.fresh ? '\n' : '')
}
