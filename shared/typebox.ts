/** The only import of TypeBox: one schema language for HTTP, frames, tokens and screens. */
export {
  FormatRegistry,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  Type,
} from '@sinclair/typebox'
export { Value } from '@sinclair/typebox/value'
