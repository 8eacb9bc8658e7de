import { refuse } from '../../shared/errors.ts'
import type { System, SystemKind } from '../../shared/wire/preset.ts'
import type { ModelApi } from '../acp/providers.ts'

interface Kind {
  /** The vendor's own address for each API that it has, the one it is known for first. */
  readonly apis: readonly { readonly api: ModelApi; readonly baseUrl: string | null }[]
  /** There is nothing to be had without a key. */
  readonly needsKey: boolean
}

export const systemKinds: Readonly<Record<SystemKind, Kind>> = {
  anthropic: { apis: [{ api: 'anthropic', baseUrl: 'https://api.anthropic.com' }], needsKey: true },
  openai: { apis: [{ api: 'openai', baseUrl: 'https://api.openai.com/v1' }], needsKey: true },
  openrouter: {
    apis: [
      { api: 'openai', baseUrl: 'https://openrouter.ai/api/v1' },
      { api: 'anthropic', baseUrl: 'https://openrouter.ai/api' },
    ],
    needsKey: true,
  },
  moonshot: {
    apis: [
      { api: 'openai', baseUrl: 'https://api.moonshot.ai/v1' },
      { api: 'anthropic', baseUrl: 'https://api.moonshot.ai/anthropic' },
    ],
    needsKey: true,
  },
  openai_compatible: { apis: [{ api: 'openai', baseUrl: null }], needsKey: false },
}

/** Where the system answers this API; null: it does not. A person's own address is for whatever API is spoken to it. */
export function addressOf(system: Pick<System, 'kind' | 'baseUrl'>, api: ModelApi): string | null {
  const own = systemKinds[system.kind].apis.find((one) => one.api === api)
  return own ? (system.baseUrl ?? own.baseUrl) : null
}

/** What carries the key to the system, by the API's own custom; a gateway under another address may know either. */
export function keyHeaders(
  system: Pick<System, 'kind' | 'baseUrl'>,
  api: ModelApi,
  key: string | null,
): Record<string, string> {
  if (key === null) return {}
  const bearer = { authorization: `Bearer ${key}` }
  if (api !== 'anthropic' || system.kind !== 'anthropic') return bearer
  return system.baseUrl === undefined ? { 'x-api-key': key } : { 'x-api-key': key, ...bearer }
}

/** Null: it can be stored. */
export function refuseAddress(kind: SystemKind, baseUrl: string | null) {
  const wrong = (message: string) => refuse('invalid_request', message, { field: 'body.baseUrl' })
  if (baseUrl === null) {
    const own = systemKinds[kind].apis.some((one) => one.baseUrl !== null)
    return own ? null : wrong('a system of this kind needs its address')
  }
  const url = URL.parse(baseUrl)
  if (url === null || !/^https?:$/.test(url.protocol)) return wrong('an address is http or https')
  // A key in an address would be shown.
  if (url.username || url.password) return wrong('a key does not go into the address')
  return url.search || url.hash ? wrong('an address has no query') : null
}
