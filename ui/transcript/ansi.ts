/**
 * SGR colours (ECMA-48 8.3.117) of a terminal's text as spans of the eight colours that a theme has. Foreground, bold,
 * faint, italic, underline and inverse; backgrounds are left out, and 256 and 24-bit colours become the nearest of
 * the eight. Every other sequence was taken away before (`terminalSafe`).
 */
import { terminalSafe } from '../../shared/untrusted.ts'

export interface TerminalSpan {
  text: string
  /** 0 to 7, or null: the ink of the page. */
  colour: number | null
  bold: boolean
  faint: boolean
  italic: boolean
  underline: boolean
  inverse: boolean
}

type Look = Omit<TerminalSpan, 'text'>
const PLAIN: Look = {
  colour: null,
  bold: false,
  faint: false,
  italic: false,
  underline: false,
  inverse: false,
}

export function terminalSpans(text: string): TerminalSpan[] {
  const spans: TerminalSpan[] = []
  let look = PLAIN
  for (const piece of lastOverwrite(terminalSafe(keepReturns(text))).split(/(\u001b\[[0-9;]*m)/)) {
    if (piece.startsWith('\u001b[')) look = applied(look, piece.slice(2, -1))
    else if (piece !== '') spans.push({ text: piece, ...look })
  }
  return spans
}

/** `terminalSafe` drops returns; a progress bar needs them to show its last state only. */
const RETURN = '\ue00d'
const keepReturns = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\r', RETURN)
const lastOverwrite = (text: string): string =>
  text.replace(/[^\n]*\ue00d(?=[^\n\ue00d])/g, '').replaceAll(RETURN, '')

function applied(before: Look, parameters: string): Look {
  let look = before
  const codes = parameters.split(';').map(Number)
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0
    if (code === 38 || code === 48) {
      const [colour, used] = extended(codes.slice(at + 1))
      if (code === 38) look = { ...look, colour }
      at += used
    } else look = changed(look, code)
  }
  return look
}

function changed(look: Look, code: number): Look {
  if (code === 0) return PLAIN
  if (code === 1) return { ...look, bold: true }
  if (code === 2) return { ...look, faint: true }
  if (code === 3) return { ...look, italic: true }
  if (code === 4) return { ...look, underline: true }
  if (code === 7) return { ...look, inverse: true }
  if (code === 22) return { ...look, bold: false, faint: false }
  if (code === 23) return { ...look, italic: false }
  if (code === 24) return { ...look, underline: false }
  if (code === 27) return { ...look, inverse: false }
  if (code >= 30 && code <= 37) return { ...look, colour: code - 30 }
  if (code >= 90 && code <= 97) return { ...look, colour: code - 90 }
  return code === 39 ? { ...look, colour: null } : look
}

/** A colour of the longer forms `5;N` and `2;R;G;B`, and how many parameters it took. */
function extended(codes: readonly number[]): [number | null, number] {
  const [form, first = 0, green = 0, blue = 0] = codes
  if (form === 2) return [nearest(first, green, blue), 4]
  if (form !== 5) return [null, 0]
  if (first < 16) return [first % 8, 2]
  if (first >= 232) return [first < 244 ? 0 : 7, 2]
  const cube = first - 16
  const level = (step: number): number => (step % 6) * 51
  return [nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6)), level(cube)), 2]
}

/** The bit of a channel is set where it is more than half of the strongest. */
function nearest(red: number, green: number, blue: number): number {
  const strongest = Math.max(red, green, blue)
  if (strongest < 48) return 0
  const bit = (channel: number, value: number): number => (channel > strongest * 0.6 ? value : 0)
  return bit(red, 1) | bit(green, 2) | bit(blue, 4)
}
