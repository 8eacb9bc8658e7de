import type { AppError } from '../../shared/errors.ts'

/** The field of the form that a refusal is about, as the authority names it; null: about none of them. */
export function refusedField({ code, detail }: AppError): 'name' | 'password' | 'email' | null {
  if (code === 'user_exists') return 'name'
  if (code === 'domain_refused') return 'email'
  if (code !== 'invalid_request' || typeof detail !== 'object' || detail === null) return null
  const field = 'field' in detail ? detail.field : null
  if (field === 'body/name') return 'name'
  if (field === 'body/email') return 'email'
  return field === 'body/password' ? 'password' : null
}
