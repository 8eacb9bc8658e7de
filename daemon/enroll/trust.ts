/**
 * The cure for a stolen signing key of the authority: whoever has one could say which keys hold from now on, so that no
 * statement helps. A person compares the key that the authority gives now, and this machine takes that one and later
 * ones; every older key is nobody's from then on.
 */
import { ok, type Result, refuse } from '../../shared/errors.ts'
import { type KeyRing, newestKey } from '../../shared/token/statement.ts'
import { KeyStatements, type SigningKeyChoice } from '../../shared/wire/machine.ts'
import { type AskAuthorityDeps, requestAuthority } from './ask-authority.ts'
import type { Enrollment } from './store.ts'
import { ringOf } from './trusted-keys.ts'
import type { Turns } from './turns.ts'

export interface TrustDeps {
  current(): Enrollment | null
  ring(): KeyRing | null
  authority: AskAuthorityDeps
  turns: Turns
  /** These statements alone hold, from the key `from` on. */
  takeAnew(statements: readonly string[], from: string): void
}

export interface Trust {
  /** The newest key that holds here, and the newest that the authority names. */
  offered(): Promise<Result<SigningKeyChoice>>
  /** `kid`: the one that was compared; if the authority names another by now, nothing is changed. */
  take(kid: string): Promise<Result<SigningKeyChoice>>
}

export function createTrust(deps: TrustDeps): Trust {
  async function look(): Promise<Result<{ choice: SigningKeyChoice; statements: string[] }>> {
    const enrollment = deps.current()
    if (!enrollment) return refuse('not_enrolled', 'this machine is not enrolled')
    const { origin, issuer } = enrollment
    const asked = { origin, path: '/v1/key-statements' }
    const answer = await requestAuthority(deps.authority, asked, KeyStatements)
    if (!answer.ok) return answer
    const { statements } = answer.value
    if (answer.value.issuer !== issuer) return refuse('wrong_issuer', `at ${origin} is another authority now`)
    const offered = ringOf(statements, issuer)
    if (!offered.ok) return offered
    const held = deps.ring()
    const choice = { issuer, origin, held: held && named(held), offered: named(offered.value) }
    return ok({ choice, statements })
  }

  return {
    async offered() {
      const looked = await look()
      return looked.ok ? ok(looked.value.choice) : looked
    },
    take: (kid) =>
      deps.turns(async () => {
        const looked = await look()
        if (!looked.ok) return looked
        const { choice, statements } = looked.value
        if (choice.offered.kid !== kid) {
          return refuse('statement_stale', 'the authority names another key by now: compare it again')
        }
        deps.takeAnew(statements, kid)
        return ok({ ...choice, held: choice.offered })
      }),
  }
}

const named = (ring: KeyRing): { number: number; kid: string } => ({
  number: ring.number,
  kid: newestKey(ring).kid,
})
