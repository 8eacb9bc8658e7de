import { type Static, Type } from '../typebox.ts'

/**
 * Text that may be long: the text itself, or its head and tail with a link to the whole. `bytes` is the UTF-8 size
 * of the whole; `blob` names it under `GET /v1/sessions/:id/blobs/:blob`.
 */
export const CutText = Type.Object({
  head: Type.String(),
  tail: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  blob: Type.String(),
})
export type CutText = Static<typeof CutText>

export const LongText = Type.Union([Type.String(), CutText])
export type LongText = Static<typeof LongText>

/** The text, or its head with a mark where it was cut. */
export function shortOf(text: LongText): string {
  return typeof text === 'string' ? text : `${text.head}\n… ${text.bytes} bytes in all …\n${text.tail}`
}
