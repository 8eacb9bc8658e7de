/**
 * Text to be judged, as pieces: what a screen draws as it is, and what it would not draw, as escapes. The words are
 * exactly those of `showInvisible`; the pieces only say which of them are escapes.
 */
import { showInvisible } from '../../shared/untrusted.ts'

export interface VisiblePart {
  text: string
  hidden: boolean
}

const PLAIN_ASCII = /^[\n\t\x20-\x7e]*$/

export function visibleParts(text: string): VisiblePart[] {
  if (PLAIN_ASCII.test(text)) return text === '' ? [] : [{ text, hidden: false }]
  const parts: VisiblePart[] = []
  let before = ''
  for (const char of text) {
    // A selector is drawn or not by the picture before it, so a character is looked at with its neighbour.
    const hidden =
      !showInvisible(before + char).endsWith(char) || showInvisible(before + char) === showInvisible(before)
    const shown = hidden ? showInvisible(char) : char
    const last = parts.at(-1)
    if (last?.hidden === hidden) last.text += shown
    else parts.push({ text: shown, hidden })
    before = char
  }
  return parts
}

/** How many characters of it are shown as escapes. */
export function invisibleCount(text: string): number {
  return visibleParts(text)
    .filter(({ hidden }) => hidden)
    .reduce((sum, part) => sum + (part.text.match(/\\u\{/g)?.length ?? 0), 0)
}
