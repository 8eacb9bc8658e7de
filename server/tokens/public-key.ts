import { fromBase64url } from '../../shared/token/base64url.ts'

/** The 32 bytes of a public key in their one canonical text, and not the zero that stands for none. */
export function publicKeyBytes(text: string): Uint8Array | null {
  const bytes = fromBase64url(text)
  return bytes?.length === 32 && bytes.some((byte) => byte !== 0) ? bytes : null
}

export const isPublicKey = (text: string): boolean => publicKeyBytes(text) !== null
