import { structuredPatch } from 'diff'
import { exact, label } from './fence.ts'

/** Lines around a change, and edits that are looked for: past them the whole of both texts is shown. */
const CONTEXT = 3
const EDITS = 1_000

/** A change of a file as a unified diff; `before` is null for a new file. */
export function diffBlock(path: string, before: string | null, after: string): string {
  const head = `${before === null ? 'New file' : 'Change of'} ${label(path)}\n\n`
  const patch = structuredPatch(path, path, before ?? '', after, undefined, undefined, {
    context: CONTEXT,
    maxEditLength: EDITS,
  })
  if (!patch) return head + exact([...marked('-', before ?? ''), ...marked('+', after)].join('\n'), 'diff')
  const hunks = patch.hunks.map((hunk) => {
    const place = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`
    return [place, ...hunk.lines].join('\n')
  })
  return head + exact(hunks.join('\n'), 'diff')
}

const marked = (sign: string, text: string): string[] => text.split('\n').map((line) => sign + line)
