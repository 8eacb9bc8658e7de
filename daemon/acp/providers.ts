/**
 * Where an agent has its models from, set by its client: the unstable `providers/list` and `providers/set`, after
 * `initialize` and before any conversation. Whole configurations only; `providers/disable` is not used, because a
 * process that was routed stays so for its life.
 */
import { at, listOf, textOf, wordsOf } from './json.ts'

/** The APIs that vendors have in common, as the protocol calls them. */
export type ModelApi = 'anthropic' | 'openai'

export interface Provider {
  id: string
  /** The protocol's names of APIs; more than we know. */
  supported: string[]
}

/** From the result of `providers/list`. */
export const readProviders = (result: unknown): Provider[] =>
  listOf(at(result, 'providers')).flatMap((provider) => {
    const id = wordsOf(at(provider, 'providerId'))
    if (id === undefined) return []
    const supported = listOf(at(provider, 'supported')).flatMap((one) => textOf(one) ?? [])
    return [{ id, supported }]
  })

export const setProviderParams = (
  provider: Provider,
  route: { api: ModelApi; baseUrl: string; headers: Readonly<Record<string, string>> },
) => ({
  providerId: provider.id,
  apiType: route.api,
  baseUrl: route.baseUrl,
  headers: route.headers,
})
