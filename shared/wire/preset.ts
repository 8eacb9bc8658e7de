import {
  PRESET_ICON_CHARS,
  PRESET_NAME_CHARS,
  STRIP_IDS,
  SYSTEM_MODEL_CHARS,
  SYSTEM_MODELS,
  SYSTEM_URL_CHARS,
} from '../limits.ts'
import { type Static, Type } from '../typebox.ts'

export const SystemKind = Type.Union([
  Type.Literal('anthropic'),
  Type.Literal('openai'),
  Type.Literal('openrouter'),
  Type.Literal('moonshot'),
  Type.Literal('openai_compatible'),
])
export type SystemKind = Static<typeof SystemKind>

const name = Type.String({ minLength: 1, maxLength: PRESET_NAME_CHARS })
const modelId = Type.String({ minLength: 1, maxLength: SYSTEM_MODEL_CHARS })
/** An http or https address without a query; a path is kept. */
const baseUrl = Type.String({ minLength: 1, maxLength: SYSTEM_URL_CHARS })
const models = Type.Array(modelId, { maxItems: SYSTEM_MODELS })
const agent = Type.String({ minLength: 1, maxLength: 64 })
const system = Type.String({ minLength: 1, maxLength: 64 })
const icon = Type.String({ minLength: 1, maxLength: PRESET_ICON_CHARS })

/** An address at which models are had. Its key is never sent; `keySetAt` is when one was stored, null where none is. */
export const System = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: SystemKind,
  /** Absent: the vendor's own. */
  baseUrl: Type.Optional(Type.String()),
  /** What it is used for, by the ids that agents publish; lists of models are narrowed to these. */
  models: Type.Optional(Type.Array(Type.String())),
  keySetAt: Type.Union([Type.Integer(), Type.Null()]),
})
export type System = Static<typeof System>

export const NewSystem = Type.Object({
  name,
  kind: SystemKind,
  baseUrl: Type.Optional(baseUrl),
  models: Type.Optional(models),
})
export type NewSystem = Static<typeof NewSystem>

/** Null takes a value away. What a system is does not change: presets rely on it. */
export const SystemChange = Type.Object({
  name: Type.Optional(name),
  baseUrl: Type.Optional(Type.Union([baseUrl, Type.Null()])),
  models: Type.Optional(Type.Union([models, Type.Null()])),
})
export type SystemChange = Static<typeof SystemChange>

/** An agent, and what it is to be used with. Without a system it is the agent's own account. */
export const Preset = Type.Object({
  id: Type.String(),
  name: Type.String(),
  icon: Type.Optional(Type.String()),
  agent: Type.String(),
  system: Type.Optional(Type.String()),
  /** Values of the agent's own controls, verbatim. */
  model: Type.Optional(Type.String()),
  effort: Type.Optional(Type.String()),
})
export type Preset = Static<typeof Preset>

export const NewPreset = Type.Object({
  name,
  icon: Type.Optional(icon),
  agent,
  system: Type.Optional(system),
  model: Type.Optional(modelId),
  effort: Type.Optional(modelId),
})
export type NewPreset = Static<typeof NewPreset>

/** Null takes a value away. Sessions come back as what the preset is then. */
export const PresetChange = Type.Object({
  name: Type.Optional(name),
  icon: Type.Optional(Type.Union([icon, Type.Null()])),
  agent: Type.Optional(agent),
  system: Type.Optional(Type.Union([system, Type.Null()])),
  model: Type.Optional(Type.Union([modelId, Type.Null()])),
  effort: Type.Optional(Type.Union([modelId, Type.Null()])),
})
export type PresetChange = Static<typeof PresetChange>

/** Presets and agents that a person keeps at hand, by id, in their order; null: nobody has chosen yet. */
export const Strip = Type.Object({ ids: Type.Union([Type.Array(Type.String()), Type.Null()]) })
export type Strip = Static<typeof Strip>

export const StripChange = Type.Object({
  ids: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: STRIP_IDS, uniqueItems: true }),
})
export type StripChange = Static<typeof StripChange>
