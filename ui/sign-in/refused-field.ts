import type { AppError } from '../../shared/errors.ts'

/** The field of the form that a refusal is about, as the authority names it; null: about none of them. */
export function refusedField({ code, detail }: AppError): 'name' | 'password' | null {
  if (code === 'user_exists') return 'name'
  if (code !== 'invalid_request' || typeof detail !== 'object' || detail === null) return null
  const field = 'field' in detail ? detail.field : null
  if (field === 'body/name') return 'name'
  return field === 'body/password' ? 'password' : null
}
