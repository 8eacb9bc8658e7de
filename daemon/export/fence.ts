/**
 * Text that others wrote, in Markdown of ours. A text stands in a fence that is longer than any run of backticks in
 * it, so nothing in it is a heading, a link, an image or HTML; a label has every punctuation character escaped, which
 * CommonMark (section 2.4) takes as that character.
 */
import { cleanLabel, showInvisible } from '../../shared/untrusted.ts'

const FENCE_LEAST = 3
const PUNCTUATION = /[!-/:-@[-`{-~]/g
/** CommonMark ends a line at a lone carriage return too. */
const LINE_ENDS = /\r\n?/g
const CONTROLS = /(?![\n\t])\p{Cc}/gu

export const label = (text: string): string => cleanLabel(text).replace(PUNCTUATION, '\\$&')

/** A code block. `info` is ours. */
export function fenced(text: string, info = ''): string {
  const lines = text.replace(LINE_ENDS, '\n')
  let longest = FENCE_LEAST - 1
  for (const [run] of lines.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${info}\n${lines}${lines.endsWith('\n') ? '' : '\n'}${fence}\n\n`
}

/** What somebody said: characters that control a terminal go, everything else stays. */
export const prose = (text: string): string =>
  fenced(text.replace(LINE_ENDS, '\n').replace(CONTROLS, ''), 'markdown')

/** What was judged or run: nothing of it is invisible. */
export const exact = (text: string, info = ''): string =>
  fenced(showInvisible(text.replace(LINE_ENDS, '\n')), info)
