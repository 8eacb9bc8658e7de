/** The only import of TypeBox: one schema language for HTTP, frames, tokens and screens. */
export {
  type Static,
  type TProperties,
  type TSchema,
  Type,
} from '@sinclair/typebox'
export { Value } from '@sinclair/typebox/value'
