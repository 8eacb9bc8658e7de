/**
 * How an agent is told by its environment where its models are to be had, one entry a kind of system. An agent that
 * advertises `providers` is told by the protocol as well, with no entry here.
 */
import type { SystemKind } from '../../shared/wire/preset.ts'
import type { ModelApi } from '../acp/providers.ts'

export interface SystemVariables {
  /** What it speaks to the system. */
  readonly api: ModelApi
  /** Takes the key. */
  readonly key: string
  /** Takes the address; absent: it knows the vendor's own and no other. */
  readonly baseUrl?: string
  /** Takes the model, where its list does not have those of another vendor. */
  readonly model?: string
  /** What else makes it use the system. */
  readonly set?: Readonly<Record<string, string>>
  /** Would send a key of another vendor along, or be used in place of all this. */
  readonly clear?: readonly string[]
  /** How the ids of this system's models begin in its list. */
  readonly modelPrefix?: string
  /** Its own vendor: at the vendor's own address the protocol is not needed, and for some agents worse. */
  readonly native?: true
}

export type AgentSystems = Readonly<Partial<Record<SystemKind, SystemVariables>>>

const claudeOthers = ['CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX']
const claudeGateway: SystemVariables = {
  api: 'anthropic',
  key: 'ANTHROPIC_AUTH_TOKEN',
  baseUrl: 'ANTHROPIC_BASE_URL',
  model: 'ANTHROPIC_MODEL',
  clear: ['ANTHROPIC_API_KEY', ...claudeOthers],
}
/** Told by the protocol it would send a token of its own beside the key, which only gateways overlook. */
export const claudeSystems: AgentSystems = {
  anthropic: {
    api: 'anthropic',
    key: 'ANTHROPIC_API_KEY',
    baseUrl: 'ANTHROPIC_BASE_URL',
    clear: ['ANTHROPIC_AUTH_TOKEN', ...claudeOthers],
    native: true,
  },
  openrouter: claudeGateway,
  moonshot: claudeGateway,
}

export const codexSystems: AgentSystems = {
  openai: { api: 'openai', key: 'CODEX_API_KEY', clear: ['OPENAI_API_KEY'], native: true },
}

const qwenOpenai: SystemVariables = {
  api: 'openai',
  key: 'OPENAI_API_KEY',
  baseUrl: 'OPENAI_BASE_URL',
  model: 'OPENAI_MODEL',
}
export const qwenSystems: AgentSystems = {
  openai: qwenOpenai,
  openrouter: qwenOpenai,
  moonshot: qwenOpenai,
  openai_compatible: qwenOpenai,
}

/** It has a list of every vendor whose key it finds, each model under its vendor's name. */
export const opencodeSystems: AgentSystems = {
  anthropic: { api: 'anthropic', key: 'ANTHROPIC_API_KEY', modelPrefix: 'anthropic/' },
  openai: { api: 'openai', key: 'OPENAI_API_KEY', modelPrefix: 'openai/' },
  openrouter: { api: 'openai', key: 'OPENROUTER_API_KEY', modelPrefix: 'openrouter/' },
  moonshot: { api: 'openai', key: 'MOONSHOT_API_KEY', modelPrefix: 'moonshotai/' },
}

/** From its documentation. */
export const gooseSystems: AgentSystems = {
  anthropic: gooseOf('anthropic', 'anthropic', 'ANTHROPIC_API_KEY'),
  openai: gooseOf('openai', 'openai', 'OPENAI_API_KEY'),
  openrouter: gooseOf('openrouter', 'openai', 'OPENROUTER_API_KEY'),
}

function gooseOf(provider: string, api: ModelApi, key: string): SystemVariables {
  return { api, key, model: 'GOOSE_MODEL', set: { GOOSE_PROVIDER: provider } }
}
