/** The signing keys that this machine holds of its authority: what its key statements, read in order, lead to. */
import { type Result, refuse } from '../../shared/errors.ts'
import { fromBase64url } from '../../shared/token/base64url.ts'
import { readJws } from '../../shared/token/jws.ts'
import { nodeVerifier } from '../../shared/token/node-verifier.ts'
import {
  acceptStatement,
  type KeyRing,
  type StatementOutcome,
  signingKey,
} from '../../shared/token/statement.ts'
import { Type, Value } from '../../shared/typebox.ts'

const KEYS_TYP = 'fl-keys+jwt'
const OwnKeys = Type.Object({
  keys: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 8 }),
})

const NO_KEYS: KeyRing = { number: 0, keys: [] }

/**
 * The ring after `statements`, oldest first. Nothing is held before the first one: it is signed by a key of its own,
 * and what vouches for it is the person who gave this machine its code.
 */
export function ringOf(statements: readonly string[], issuer: string): Result<KeyRing> {
  let ring = firstRing(statements[0] ?? '')
  for (const jws of statements) {
    const outcome = accept(jws, ring, issuer)
    if (!outcome.ok) return outcome
    if (outcome.value.kind === 'adopted') ring = outcome.value.ring
  }
  return ring.number > 0 ? { ok: true, value: ring } : refuse('token_malformed', 'there is no key statement')
}

/** Without the keys before `kid`: one of them was stolen. Where it is not named any more, all are later ones. */
export function since(ring: KeyRing, kid: string | null): KeyRing {
  const at = ring.keys.findIndex((key) => key.kid === kid)
  return at < 0 ? ring : { ...ring, keys: ring.keys.slice(at) }
}

export const accept = (jws: string, held: KeyRing, issuer: string): Result<StatementOutcome> =>
  acceptStatement(jws, held, issuer, nodeVerifier)

function firstRing(jws: string): KeyRing {
  const read = readJws(jws, KEYS_TYP)
  if (!read.ok || !Value.Check(OwnKeys, read.value.payload)) return NO_KEYS
  const keys = read.value.payload.keys.flatMap((text) => {
    const publicKey = fromBase64url(text)
    return publicKey?.length === 32 ? [signingKey(publicKey)] : []
  })
  return { number: 0, keys }
}
