/**
 * Which rows are in the document: a bounded piece of the log that moves with the reader, by pages. Pure, so that
 * another way of choosing (a virtual list) can take its place.
 */
import { transcriptLimits } from './transcript-limits.ts'

/** Rows `from` (included) to `to` (excluded) of `total`. */
export interface RowWindow {
  from: number
  to: number
}

const { pageRows, mostRows } = transcriptLimits

export const footWindow = (total: number): RowWindow => ({ from: Math.max(0, total - pageRows), to: total })

/** One page further up; rows at the other end leave past the bound. */
export function upward({ from, to }: RowWindow): RowWindow {
  const next = Math.max(0, from - pageRows)
  return { from: next, to: Math.min(to, next + mostRows) }
}

/** One page further down. */
export function downward({ from, to }: RowWindow, total: number): RowWindow {
  const next = Math.min(total, to + pageRows)
  return { from: Math.max(from, next - mostRows), to: next }
}

/** After rows came at the end (`added`) or history came before the first (`before`). */
export function shifted(window: RowWindow, before: number, total: number, following: boolean): RowWindow {
  const moved = { from: window.from + before, to: window.to + before }
  if (!following) return { from: Math.min(moved.from, total), to: Math.min(moved.to, total) }
  return { from: Math.max(0, Math.min(moved.from, total), total - mostRows), to: total }
}
