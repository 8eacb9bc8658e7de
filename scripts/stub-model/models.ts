/** The models that the stub lists, as each API describes one. */
import { stubLimits } from './limits.ts'
import { CREATED } from './reply-writer.ts'

const MODELS = ['stub-1', 'stub-2']

/** Anthropic's and OpenAI's descriptions in one: each client reads its own fields. */
export const modelNamed = (id: string): object => ({
  id,
  object: 'model',
  type: 'model',
  created: CREATED,
  created_at: '2025-01-01T00:00:00Z',
  owned_by: 'stub',
  display_name: id,
  context_length: stubLimits.contextTokens,
  max_input_tokens: stubLimits.contextTokens,
  max_tokens: stubLimits.outputTokens,
})

export const modelList = (): object => ({
  object: 'list',
  data: MODELS.map(modelNamed),
  has_more: false,
  first_id: MODELS[0],
  last_id: MODELS.at(-1),
})

export const geminiModelNamed = (id: string): object => ({
  name: `models/${id}`,
  displayName: id,
  inputTokenLimit: stubLimits.contextTokens,
  outputTokenLimit: stubLimits.outputTokens,
  supportedGenerationMethods: ['generateContent', 'countTokens'],
})

export const geminiModelList = (): object => ({ models: MODELS.map(geminiModelNamed) })
