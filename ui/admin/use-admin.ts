import { useMemo } from 'preact/hooks'
import { usePage } from '../page.ts'
import { type Admin, createAdmin } from '../state/admin.ts'

/** What an admin may ask for. The fresh password is taken care of. */
export function useAdmin(): Admin {
  const { state } = usePage()
  return useMemo(() => createAdmin(state), [state])
}
