import { utf8Length } from '../bytes.ts'
import { RELAY_CONTROL_BYTES } from '../limits.ts'
import { type Static, type TSchema, Value } from '../typebox.ts'

/** A control message, or null: no text, too long, no JSON, or not of that shape. Members we do not know are let be. */
export function readControl<T extends TSchema>(schema: T, data: unknown): Static<T> | null {
  if (typeof data !== 'string' || utf8Length(data) > RELAY_CONTROL_BYTES) return null
  const value = parsed(data)
  return Value.Check(schema, value) ? value : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined // untrusted: it matches no schema
    throw error
  }
}
