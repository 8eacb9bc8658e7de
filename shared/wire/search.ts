import { type Static, Type } from '../typebox.ts'

/** The most characters (UTF-16 units) of a snippet. */
export const SNIPPET_CHARS = 400

/** A piece of a message, on one line. It is untrusted text: `matches` are begin and end of what was found in it, in UTF-16 units. */
export const Snippet = Type.Object({
  text: Type.String(),
  matches: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
})
export type Snippet = Static<typeof Snippet>

/** A finished message that has what was searched for, or a session's title. */
export const SearchHit = Type.Object({
  session: Type.String(),
  nickname: Type.String(),
  title: Type.String(),
  /** The event that the message began with; for a title the last one when it was given. */
  seq: Type.Integer({ minimum: 0 }),
  at: Type.Integer(),
  role: Type.Union([Type.Literal('person'), Type.Literal('agent'), Type.Literal('title')]),
  snippet: Snippet,
})
export type SearchHit = Static<typeof SearchHit>

/** Newest first. `next` is the `before` of the page after this one; null: this is the last. */
export const SearchPage = Type.Object({
  hits: Type.Array(SearchHit),
  next: Type.Union([Type.String(), Type.Null()]),
})
export type SearchPage = Static<typeof SearchPage>
