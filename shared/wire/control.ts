import { type Static, Type } from '../typebox.ts'

export const ControlChoice = Type.Object({
  value: Type.String(),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  group: Type.Optional(Type.String()),
})
export type ControlChoice = Static<typeof ControlChoice>

/**
 * One thing a person can set on a session, as its agent published it: ids verbatim, nothing invented. `source` says
 * which ACP request sets it. Category is the agent's (`mode`, `model`, `thought_level`, …).
 */
export const Control = Type.Union([
  Type.Object({
    id: Type.String(),
    source: Type.Union([Type.Literal('mode'), Type.Literal('model'), Type.Literal('config')]),
    kind: Type.Literal('select'),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    category: Type.Optional(Type.String()),
    value: Type.String(),
    choices: Type.Array(ControlChoice),
  }),
  Type.Object({
    id: Type.String(),
    source: Type.Literal('config'),
    kind: Type.Literal('boolean'),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    category: Type.Optional(Type.String()),
    value: Type.Boolean(),
  }),
])
export type Control = Static<typeof Control>

export const ControlChange = Type.Object({ value: Type.Union([Type.String(), Type.Boolean()]) })
export type ControlChange = Static<typeof ControlChange>

/** A `/` command as the agent published it. */
export const AgentCommand = Type.Object({
  name: Type.String(),
  description: Type.String(),
  hint: Type.Optional(Type.String()),
})
export type AgentCommand = Static<typeof AgentCommand>
