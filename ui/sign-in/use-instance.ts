import type { Instance } from '../../shared/wire/recovery.ts'
import { usePage } from '../page.ts'
import { type Read, useRead } from '../parts/use-read.ts'

/** Which ways in this authority has. */
export function useInstance(): Read<Instance> {
  const { authority } = usePage().state
  return useRead(() => authority.ask((api) => api.v1.instance.get()), [])
}
