/** RFC 4648, section 5, without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  bytes.toBase64({ alphabet: 'base64url', omitPadding: true })

/** Null for anything but what {@link toBase64Url} writes: no padding, no white space, no spare bits. */
export function fromBase64Url(text: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: 'base64url' })
    return toBase64Url(bytes) === text ? bytes : null
  } catch (error) {
    if (error instanceof SyntaxError) return null // a character that is none of the alphabet
    throw error
  }
}
