import { ok, type Result, refuse } from '../../shared/errors.ts'

/** A place in an agent's list: its own cursor, and how many rows of what that gives were shown already. */
export interface Place {
  cursor: string | null
  skip: number
}

export const FIRST: Place = { cursor: null, skip: 0 }

/** `100:` or `0:CURSOR`, as a page names its next. */
export const placeText = ({ cursor, skip }: Place): string => `${skip}:${cursor ?? ''}`

export function readPlace(text: string): Result<Place> {
  const [, digits, cursor] = /^(0|[1-9]\d{0,6}):(.*)$/s.exec(text) ?? []
  if (digits === undefined) return refuse('invalid_request', 'no page named this cursor', { field: 'cursor' })
  return ok({ cursor: cursor || null, skip: Number(digits) })
}
