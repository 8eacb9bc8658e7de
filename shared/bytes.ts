/** Bytes and text. Sizes in this project are UTF-8 bytes, cuts are by code point. */
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const utf8 = (text: string): Uint8Array => encoder.encode(text)
export const fromUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes)

/** The UTF-8 length of `text`, without building the bytes. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    if (unit < 0x800) bytes += 1
    else if (unit >= 0xd800 && unit <= 0xdbff && i + 1 < text.length && isLow(text.charCodeAt(i + 1))) {
      bytes += 2 // four bytes for two units
      i++
    } else bytes += 2
  }
  return bytes
}

/** The longest prefix of whole code points whose UTF-8 form is at most `limit` bytes. */
export function headUtf8(text: string, limit: number): string {
  let bytes = 0
  let end = 0
  for (const char of text) {
    bytes += utf8Length(char)
    if (bytes > limit) break
    end += char.length
  }
  return text.slice(0, end)
}

/** The longest suffix of whole code points whose UTF-8 form is at most `limit` bytes. */
export function tailUtf8(text: string, limit: number): string {
  let bytes = 0
  let start = text.length
  while (start > 0) {
    const pair = start > 1 && isLow(text.charCodeAt(start - 1)) && isHigh(text.charCodeAt(start - 2))
    const next = start - (pair ? 2 : 1)
    bytes += utf8Length(text.slice(next, start))
    if (bytes > limit) break
    start = next
  }
  return text.slice(start)
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
