/**
 * Compact JWS (RFC 7515, section 7.1) with EdDSA over Ed25519 (RFC 8037), as strict as two ends of our own can be:
 *
 *   BASE64URL({"alg":"EdDSA","typ":…,"kid":…}) . BASE64URL(payload, a JSON object) . BASE64URL(64 bytes)
 *
 * The header has these three members and no other, so no jwk, jku, x5u, x5c and no crit: a token never brings its key.
 * One text stands for one token: canonical base64url, and JSON as `JSON.stringify` writes it (no member twice, no
 * blanks).
 */
import { utf8 } from '../bytes.ts'
import { ok, type Result, refuse } from '../errors.ts'
import { TOKEN_BYTES } from '../limits.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import { SIGNATURE_BYTES, type Signer, type Verifier } from './ed25519.ts'

/** A public key, 32 bytes, under the name that tokens call it by. */
export interface SigningKey {
  kid: string
  publicKey: Uint8Array
}

export interface KeySigner {
  kid: string
  sign: Signer
}

export interface Jws {
  kid: string
  payload: JsonObject
  signingInput: Uint8Array
  signature: Uint8Array
}

export type JsonObject = Record<string, unknown>

export function signJws(typ: string, payload: object, { kid, sign }: KeySigner): string {
  const token = compact(JSON.stringify({ alg: 'EdDSA', typ, kid }), utf8(JSON.stringify(payload)), sign)
  if (token.length > TOKEN_BYTES) throw new RangeError(`a token is at most ${TOKEN_BYTES} bytes`)
  return token
}

/** The payload of a token of this `typ`, and which of `keys` signed it. */
export function verifyJws(
  token: string,
  typ: string,
  keys: readonly SigningKey[],
  verify: Verifier,
): Result<{ kid: string; payload: JsonObject }> {
  const read = readJws(token, typ)
  if (!read.ok) return read
  const { kid, payload, signingInput, signature } = read.value
  const key = keys.find((one) => one.kid === kid)
  if (!key) return refuse('wrong_kid', 'the token names a key that is not held here')
  if (signature.length !== SIGNATURE_BYTES || !verify(key.publicKey, signingInput, signature)) {
    return refuse('bad_signature', 'the signature does not fit the token')
  }
  return ok({ kid, payload })
}

/** What a token says of itself. Nothing is proven yet: only for refusing early what would be refused anyway. */
export function readJws(token: string, typ: string): Result<Jws> {
  const parts = token.length > TOKEN_BYTES ? null : splitCompact(token)
  const header = parts && jsonObject(parts.header)
  if (!parts || !header) return malformed()
  const { alg, typ: stated, kid, ...more } = header
  if (isNone(alg) || parts.signature.length === 0) return refuse('token_unsigned', 'the token is not signed')
  if (alg !== 'EdDSA') return refuse('wrong_alg', 'the token is not signed with EdDSA')
  if (Object.keys(more).length > 0) return malformed()
  if (stated !== typ) return refuse('wrong_typ', `the token is no ${typ}`)
  if (typeof kid !== 'string') return refuse('wrong_kid', 'the token names no key')
  const payload = jsonObject(parts.payload)
  if (!payload) return malformed()
  return ok({ kid, payload, signingInput: parts.signingInput, signature: parts.signature })
}

/** `header` is JSON text as it goes into the token. */
export function compact(header: string, payload: Uint8Array, sign: Signer): string {
  const signingInput = `${toBase64url(utf8(header))}.${toBase64url(payload)}`
  return `${signingInput}.${toBase64url(sign(utf8(signingInput)))}`
}

export interface CompactParts {
  header: Uint8Array
  payload: Uint8Array
  signature: Uint8Array
  /** RFC 7515, section 5.1: what is signed, the first two parts as they stand. */
  signingInput: Uint8Array
}

/** Null for anything but three parts of canonical base64url. */
export function splitCompact(token: string): CompactParts | null {
  const texts = token.split('.')
  const [header, payload, signature] = texts.map(fromBase64url)
  if (texts.length !== 3 || !header || !payload || !signature) return null
  return { header, payload, signature, signingInput: utf8(`${texts[0]}.${texts[1]}`) }
}

function jsonObject(bytes: Uint8Array): JsonObject | null {
  try {
    const text = strictUtf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    return isObject(value) && JSON.stringify(value) === text ? value : null
  } catch {
    // TypeError from the decoder, SyntaxError from the parser: it is no JSON.
    return null
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNone = (alg: unknown): boolean => typeof alg === 'string' && alg.toLowerCase() === 'none'

const malformed = () => refuse('token_malformed', 'this is no token of ours')
