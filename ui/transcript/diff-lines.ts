/** A change of a file as the lines of a unified diff, with the words that differ marked. Pure; draws nothing. */
import { diffWordsWithSpace, structuredPatch } from 'diff'
import { transcriptLimits } from './transcript-limits.ts'

export interface DiffPart {
  text: string
  changed: boolean
}

export type DiffLine =
  | { kind: 'same' | 'added' | 'removed'; old: number | null; new: number | null; parts: readonly DiffPart[] }
  | { kind: 'skip' }
  | { kind: 'no_newline' }

export interface FileDiff {
  lines: readonly DiffLine[]
  added: number
  removed: number
  /** False: the texts were too different to compare, so all of the old stands before all of the new. */
  compared: boolean
}

/** `before` is null for a new file. */
export function diffOf(before: string | null, after: string): FileDiff {
  const patch = structuredPatch('', '', before ?? '', after, undefined, undefined, {
    context: transcriptLimits.diffContext,
    maxEditLength: transcriptLimits.diffEdits,
  })
  if (!patch) return counted([...wholeText('removed', before ?? ''), ...wholeText('added', after)], false)
  const lines = patch.hunks.flatMap((hunk, place): DiffLine[] => {
    const own = hunkLines(hunk.lines, hunk.oldStart, hunk.newStart)
    return place === 0 && hunk.oldStart <= 1 ? own : [{ kind: 'skip' }, ...own]
  })
  return counted(withWordMarks(lines), true)
}

function hunkLines(lines: readonly string[], oldStart: number, newStart: number): DiffLine[] {
  let oldLine = oldStart
  let newLine = newStart
  return lines.map((line): DiffLine => {
    const parts = [{ text: line.slice(1), changed: false }]
    if (line.startsWith('+')) return { kind: 'added', old: null, new: newLine++, parts }
    if (line.startsWith('-')) return { kind: 'removed', old: oldLine++, new: null, parts }
    if (line.startsWith('\\')) return { kind: 'no_newline' }
    return { kind: 'same', old: oldLine++, new: newLine++, parts }
  })
}

/** A block of removed lines answered by as many added ones: line by line, the words that differ. */
function withWordMarks(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines]
  for (let at = 0; at < lines.length; at++) {
    const removed = runOf(lines, at, 'removed')
    if (removed === 0) continue
    const added = runOf(lines, at + removed, 'added')
    if (added === removed) {
      for (let line = at; line < at + removed; line++) markPair(marked, line, line + removed)
    }
    at += removed + added - 1
  }
  return marked
}

function runOf(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): number {
  let length = 0
  while (lines[from + length]?.kind === kind) length++
  return length
}

function markPair(lines: DiffLine[], removedAt: number, addedAt: number): void {
  const removed = lines[removedAt]
  const added = lines[addedAt]
  if (removed?.kind !== 'removed' || added?.kind !== 'added') return
  const [before, after] = [textOf(removed.parts), textOf(added.parts)]
  if (Math.max(before.length, after.length) > transcriptLimits.wordMarkChars) return
  const words = diffWordsWithSpace(before, after, { maxEditLength: transcriptLimits.diffEdits })
  // Two lines with nothing in common are two lines, not one with every word changed.
  if (!words?.some((word) => !word.added && !word.removed && word.value.trim() !== '')) return
  const partsOf = (side: 'added' | 'removed'): DiffPart[] =>
    words
      .filter((word) => word[side] || (!word.added && !word.removed))
      .map((word) => ({ text: word.value, changed: word[side] === true }))
  lines[removedAt] = { ...removed, parts: partsOf('removed') }
  lines[addedAt] = { ...added, parts: partsOf('added') }
}

export const textOf = (parts: readonly DiffPart[]): string => parts.map(({ text }) => text).join('')

function wholeText(kind: 'added' | 'removed', text: string): DiffLine[] {
  if (text === '') return []
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text.split('\n')
  return lines.map((line, place) => {
    const number = place + 1
    const parts = [{ text: line, changed: false }]
    return { kind, old: kind === 'removed' ? number : null, new: kind === 'added' ? number : null, parts }
  })
}

const counted = (lines: readonly DiffLine[], compared: boolean): FileDiff => ({
  lines,
  added: lines.filter(({ kind }) => kind === 'added').length,
  removed: lines.filter(({ kind }) => kind === 'removed').length,
  compared,
})
