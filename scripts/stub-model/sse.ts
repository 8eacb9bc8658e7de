/** Server-sent events as the model services send them (WHATWG HTML, section 9.2). */
import { stubLimits } from './limits.ts'

/** One event; OpenAI's Chat Completions and Gemini send theirs without a name. */
export const sseEvent = (name: string | null, data: unknown): string =>
  `${name === null ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`

/** A text in the pieces in which a model would send it. Nothing for an empty one. */
export function inPieces(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += stubLimits.pieceChars) {
    pieces.push(text.slice(at, at + stubLimits.pieceChars))
  }
  return pieces
}
