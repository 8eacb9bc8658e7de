import type { Me } from '../../shared/wire/identity.ts'
import { usePage } from '../page.ts'
import { type Read, useRead } from '../parts/use-read.ts'

/** The account as the authority has it now. */
export function useMe(): Read<Me> {
  const { authority } = usePage().state
  return useRead(() => authority.ask((api) => api.v1.me.get()), [])
}
