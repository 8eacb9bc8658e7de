import { type Static, Type } from '../typebox.ts'
import { Control } from './control.ts'

/** A variable in which an agent takes a key. `setAt`: when one was stored, null where none is. Keys are never sent. */
export const AgentCredential = Type.Object({
  variable: Type.String(),
  setAt: Type.Union([Type.Integer(), Type.Null()]),
})
export type AgentCredential = Static<typeof AgentCredential>

export const NewCredential = Type.Object({ secret: Type.String({ minLength: 1 }) })
export type NewCredential = Static<typeof NewCredential>

/** How a person signs in to the agent here. `program`: its command line was found, so that it can be run. */
export const AgentSignIn = Type.Object({
  program: Type.Boolean(),
  /** It waits for something that is typed. */
  readsInput: Type.Boolean(),
  /** It can be asked whether it is signed in, and to sign out. */
  canTell: Type.Boolean(),
  canSignOut: Type.Boolean(),
})
export type AgentSignIn = Static<typeof AgentSignIn>

/** A catalogue entry as this machine sees it. `signedIn` is null where nobody could tell. */
export const Agent = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** The program was found; `program` is where. */
  found: Type.Boolean(),
  program: Type.Union([Type.String(), Type.Null()]),
  signedIn: Type.Union([Type.Boolean(), Type.Null()]),
  /** The mode a new session starts in when the catalogue chose one, because the agent's own does not ask. */
  mode: Type.Union([Type.String(), Type.Null()]),
  /** How to get it when it is missing. */
  install: Type.Union([Type.String(), Type.Null()]),
  /** What a person should know about this agent. */
  notes: Type.Array(Type.String()),
  /** The last start, where the agent refused it because nobody is signed in. Told for ten minutes. */
  startRefused: Type.Optional(
    Type.Union([Type.Object({ at: Type.Integer(), message: Type.String() }), Type.Null()]),
  ),
  /** Null: a person signs in outside of Fairlead. */
  signIn: Type.Optional(Type.Union([AgentSignIn, Type.Null()])),
  credentials: Type.Optional(Type.Array(AgentCredential)),
  /** It can be installed into this machine's home; `installed` is the version that was. */
  installable: Type.Optional(Type.Boolean()),
  installed: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** What the agent's own settings on this machine run without asking a person, in sentences. */
  warnings: Type.Optional(Type.Array(Type.String())),
})
export type Agent = Static<typeof Agent>

/**
 * What an agent offers in a directory, from a conversation that was opened for it and in which nothing was said. Modes,
 * models and efforts are controls by their category.
 */
export const AgentCapabilities = Type.Object({
  agent: Type.String(),
  cwd: Type.String(),
  /** When the agent was asked. */
  at: Type.Integer(),
  /** As it calls itself. */
  name: Type.Union([Type.String(), Type.Null()]),
  version: Type.Union([Type.String(), Type.Null()]),
  /** It takes images, gives conversations back, lists them, and takes messages into a running turn. */
  image: Type.Boolean(),
  resume: Type.Boolean(),
  list: Type.Boolean(),
  steering: Type.Boolean(),
  controls: Type.Array(Control),
})
export type AgentCapabilities = Static<typeof AgentCapabilities>

/** An installation of an agent into the machine's home. `output`: the end of what the installer wrote. */
export const AgentInstall = Type.Object({
  agent: Type.String(),
  state: Type.Union([
    Type.Literal('none'),
    Type.Literal('running'),
    Type.Literal('done'),
    Type.Literal('failed'),
  ]),
  /** `NAME@VERSION`. */
  package: Type.String(),
  startedAt: Type.Optional(Type.Integer()),
  endedAt: Type.Optional(Type.Integer()),
  output: Type.String(),
  /** Why it failed. */
  message: Type.Optional(Type.String()),
})
export type AgentInstall = Static<typeof AgentInstall>
