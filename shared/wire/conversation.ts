import { type Static, Type } from '../typebox.ts'
import { NICKNAME_PATTERN } from './session.ts'

/**
 * A conversation as its agent keeps it, begun here or elsewhere. What the agent does not say is null. Texts are the
 * agent's, cleaned.
 */
export const Conversation = Type.Object({
  /** The agent's own id. */
  id: Type.String(),
  title: Type.Union([Type.String(), Type.Null()]),
  /** The directory that it is about, absolute. */
  cwd: Type.Union([Type.String(), Type.Null()]),
  /** Milliseconds since 1970. */
  updatedAt: Type.Union([Type.Integer(), Type.Null()]),
  /** The session of this machine that has it. */
  sessionId: Type.Optional(Type.String()),
  /** That session's agent is there. */
  open: Type.Optional(Type.Boolean()),
})
export type Conversation = Static<typeof Conversation>

/** `lists`: the agent lists its conversations; where it does not, these are the ones that sessions have open. */
export const ConversationPage = Type.Object({
  agent: Type.String(),
  lists: Type.Boolean(),
  conversations: Type.Array(Conversation),
  /** For the next page; null: this is the last. */
  next: Type.Union([Type.String(), Type.Null()]),
})
export type ConversationPage = Static<typeof ConversationPage>

/** `cwd`: the directory of the conversation, an absolute path that exists. */
export const Adoption = Type.Object({
  cwd: Type.String({ minLength: 1, maxLength: 4096 }),
  nickname: Type.Optional(Type.String({ pattern: NICKNAME_PATTERN })),
})
export type Adoption = Static<typeof Adoption>
