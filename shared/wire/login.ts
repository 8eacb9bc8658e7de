import { type Static, Type } from '../typebox.ts'

/**
 * A sign-in in an agent's own program, as a person follows it. `checking`: the program ended, and the agent is asked
 * whether it is signed in, since an exit code says little.
 */
export const Login = Type.Object({
  agent: Type.String(),
  state: Type.Union([
    Type.Literal('none'),
    Type.Literal('running'),
    Type.Literal('checking'),
    Type.Literal('ended'),
  ]),
  /** It waits for something that is typed. */
  readsInput: Type.Boolean(),
  /** What it wrote, without escape sequences; the beginning of a long one is dropped. */
  output: Type.String(),
  /** The first address (http or https) that it shows. */
  link: Type.Union([Type.String(), Type.Null()]),
  startedAt: Type.Optional(Type.Integer()),
  /** When it is ended for taking too long. */
  until: Type.Optional(Type.Integer()),
  /** Why it ended. `finished`: by itself, whatever came of it. */
  end: Type.Optional(
    Type.Union([Type.Literal('finished'), Type.Literal('cancelled'), Type.Literal('timed_out')]),
  ),
  /** Whether the agent is signed in now; null: it cannot tell. */
  signedIn: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
})
export type Login = Static<typeof Login>

/** One line, without its end. */
export const LoginInput = Type.Object({ text: Type.String() })
export type LoginInput = Static<typeof LoginInput>

/** What a sign-out did: the variables whose keys were forgotten, and what the agent says of itself afterwards. */
export const Logout = Type.Object({
  removed: Type.Array(Type.String()),
  signedIn: Type.Union([Type.Boolean(), Type.Null()]),
})
export type Logout = Static<typeof Logout>
