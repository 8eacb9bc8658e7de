import { utf8Length } from '../../shared/bytes.ts'
import { type Static, type TSchema, Value } from '../../shared/typebox.ts'

/** A control message, or null: too long, no JSON, or not of that shape. Members we do not know are let be. */
export function readControl<T extends TSchema>(schema: T, text: string, limit: number): Static<T> | null {
  if (utf8Length(text) > limit) return null
  const value = parsed(text)
  return Value.Check(schema, value) ? value : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined // untrusted text: it matches no schema
    throw error
  }
}
