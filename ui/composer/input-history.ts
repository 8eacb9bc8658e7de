/** Earlier messages on ↑ and ↓, as a shell has it: what was being typed waits at the end. Pure. */
export interface HistoryPlace {
  /** How far back; 0 is what is being typed. */
  back: number
  /** What was being typed when the walk began. */
  typed: string
}

export const AT_TYPED: HistoryPlace = { back: 0, typed: '' }

/** `history` is newest first. Null: there is nothing further that way. */
export function walked(
  history: readonly string[],
  place: HistoryPlace,
  text: string,
  step: 1 | -1,
): { place: HistoryPlace; text: string } | null {
  const back = place.back + step
  if (back < 0 || back > history.length) return null
  const typed = place.back === 0 ? text : place.typed
  return { place: { back, typed }, text: back === 0 ? typed : (history[back - 1] ?? typed) }
}

/** ↑ belongs to the text as long as there is a line above the caret, ↓ as long as there is one below. */
export function leavesText(text: string, start: number, end: number, step: 1 | -1): boolean {
  if (start !== end) return false
  return step === 1 ? !text.slice(0, start).includes('\n') : !text.slice(end).includes('\n')
}
