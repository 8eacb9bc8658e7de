import type { Random } from '../../shared/ids.ts'
import { STATEMENT_KEYS } from '../../shared/limits.ts'
import { fromBase64url, toBase64url } from '../../shared/token/base64url.ts'
import type { KeySigner, SigningKey as PublicSigningKey } from '../../shared/token/jws.ts'
import { nodePublicKey, nodeSigner } from '../../shared/token/node-verifier.ts'
import { issueStatement, type KeyRing, signingKey } from '../../shared/token/statement.ts'
import type { Work } from '../db/transact.ts'
import type { KeyStatement, KeyStore, SigningKey } from './key-store.ts'

/** The authority's signing keys, and the numbered statements by which machines learn them. */
export interface Keys {
  /** Makes the first key, which signs the statement that names it, where there is none. */
  begin(work: Work): void
  /** One more key, told by a statement that the newest so far signs. */
  rotate(work: Work): void
  /** The newest key that who acknowledged `statement` knows. */
  signerAt(statement: number): KeySigner
  /** Every key that a capability may name. */
  all(): PublicSigningKey[]
  newest(): number
  /** Each as it is sent, the oldest first. */
  statements(): string[]
  statementsAfter(number: number): KeyStatement[]
}

export function createKeys(deps: { store: KeyStore; issuer: string; random: Random }): Keys {
  const { store } = deps
  const signers = new Map<string, KeySigner>()

  const signerOf = ({ kid, privateKey }: SigningKey): KeySigner => {
    const held = signers.get(kid)
    if (held) return held
    const signer = { kid, sign: nodeSigner(bytesOf(privateKey)) }
    signers.set(kid, signer)
    return signer
  }

  const newKey = (): SigningKey => {
    const seed = deps.random(32)
    const publicKey = nodePublicKey(seed)
    return {
      kid: signingKey(publicKey).kid,
      privateKey: toBase64url(seed),
      publicKey: toBase64url(publicKey),
    }
  }

  const publicOf = (key: SigningKey): PublicSigningKey => signingKey(bytesOf(key.publicKey))

  const add = (work: Work, key: SigningKey, ring: KeyRing, signer: KeySigner): void => {
    const jws = issueStatement(ring, { issuer: deps.issuer, now: work.now }, signer)
    store.insert(key, { number: ring.number, kid: key.kid, jws }, work.now)
  }

  return {
    begin(work) {
      if (store.newest() > 0) return
      const key = newKey()
      add(work, key, { number: 1, keys: [publicOf(key)] }, signerOf(key))
    },
    rotate(work) {
      const key = newKey()
      const before = store.keys()
      const newest = before.at(-1)
      if (!newest) throw new TypeError('there is no key to begin from')
      const keys = [...before, key].slice(-STATEMENT_KEYS).map(publicOf)
      add(work, key, { number: store.newest() + 1, keys }, signerOf(newest))
    },
    signerAt(statement) {
      const key = store.keyAt(statement)
      if (!key) throw new TypeError(`no key was told of by statement ${statement}`)
      return signerOf(key)
    },
    all: () => store.keys().map(publicOf),
    newest: store.newest,
    statements: () => store.statementsAfter(0).map(({ jws }) => jws),
    statementsAfter: store.statementsAfter,
  }
}

function bytesOf(text: string): Uint8Array {
  const bytes = fromBase64url(text)
  if (!bytes) throw new TypeError('a stored key is no base64url')
  return bytes
}
