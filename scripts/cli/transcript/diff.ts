/**
 * A unified diff for a terminal. Line by line and with every invisible character shown, because people approve
 * what they read here.
 */
import { structuredPatch } from 'diff'
import { showInvisible } from '../../../shared/untrusted.ts'
import { cliLimits } from '../limits.ts'
import type { Style } from '../style.ts'

/** `before` is null for a new file. Lines without a newline at the end. */
export function diffLines(path: string, before: string | null, after: string, style: Style): string[] {
  const name = showInvisible(path).replaceAll('\n', '\\n')
  const head = [style.bold(before === null ? `new file ${name}` : `change ${name}`)]
  const patch = structuredPatch(path, path, before ?? '', after, undefined, undefined, {
    context: cliLimits.diffContext,
    maxEditLength: cliLimits.diffEdits,
  })
  if (!patch) return [...head, ...replaced(before ?? '', after, style)]
  if (patch.hunks.length === 0) return [...head, style.dim('  (no change of text)')]
  for (const hunk of patch.hunks) {
    const place = `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`
    head.push(style.cyan(place), ...hunk.lines.map((line) => painted(line, style)))
  }
  return head
}

/** An empty range is named by the line before it. */
const range = (start: number, lines: number): string => `${lines === 0 ? start - 1 : start},${lines}`

/** Two texts too different to compare: all of the old, then all of the new. */
function replaced(before: string, after: string, style: Style): string[] {
  const marked = (sign: string, text: string) => text.split('\n').map((line) => painted(sign + line, style))
  return [...marked('-', before), ...marked('+', after)]
}

function painted(line: string, style: Style): string {
  const shown = showInvisible(line)
  if (line.startsWith('+')) return style.green(shown)
  if (line.startsWith('-')) return style.red(shown)
  return line.startsWith('\\') ? style.dim(shown) : shown
}
