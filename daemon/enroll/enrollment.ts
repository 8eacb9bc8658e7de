/** Makes this machine one of an authority's, and remembers which. */
import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { KeyRing } from '../../shared/token/statement.ts'
import type { EnrollHere } from '../../shared/wire/lock.ts'
import type { Enrolled } from '../../shared/wire/machine.ts'
import type { Lock } from '../lock/lock.ts'
import { type AskAuthorityDeps, askAuthority, authorityOrigin } from './ask-authority.ts'
import type { MachineKeyFile } from './machine-keys.ts'
import type { Enrollment, EnrollmentStore } from './store.ts'
import { accept, ringOf, since } from './trusted-keys.ts'
import type { Turns } from './turns.ts'

export interface EnrollmentDeps {
  store: EnrollmentStore
  lock: Lock
  clock: Clock
  /** Made when they are first asked for. */
  keys(): MachineKeyFile
  authority: AskAuthorityDeps
  isLoopback(host: string): boolean
  turns: Turns
  atomic<T>(change: () => T): T
  /** There is a new enrollment, or other signing keys hold: the old tunnel and its circuits are over. */
  replaced(): void
}

/** What became of a key statement: what to acknowledge. */
export type Learned = Result<{ number: number }>

export interface Enrollments {
  current(): Enrollment | null
  /** The signing keys that hold now; null before enrollment. */
  ring(): KeyRing | null
  enroll(wanted: EnrollHere): Promise<Result<Enrollment>>
  learn(jws: string): Learned
  /** These statements alone hold, from the key `from` on: a person compared it. */
  takeAnew(statements: readonly string[], from: string): void
}

export function createEnrollments(deps: EnrollmentDeps): Enrollments {
  const { store, lock } = deps
  let held: { issuer: string; ring: KeyRing } | null = null

  const ring = (): KeyRing | null => {
    const enrollment = store.get()
    if (!enrollment) return null
    if (held?.issuer !== enrollment.issuer) {
      const stored = ringOf(store.statements(), enrollment.issuer)
      if (!stored.ok) return null
      held = { issuer: enrollment.issuer, ring: since(stored.value, store.trustedFrom()) }
    }
    return held.ring
  }

  function adopt(answer: Enrolled, keyRing: KeyRing, pairing: string | null): Enrollment {
    const before = store.get()
    const { machine, label, owner, issuer, origin, relayUrl, statements } = answer
    const enrollment = {
      machine,
      label,
      owner,
      issuer,
      origin,
      relayUrl,
      enrolledAt: deps.clock.now(),
    }
    deps.atomic(() => {
      store.replace(enrollment)
      store.forgetStatements()
      for (const jws of statements) store.addStatement(jws)
      if (before && (before.issuer !== issuer || before.machine !== machine)) lock.clear()
      lock.setPairing(pairing)
    })
    held = { issuer, ring: keyRing }
    // The authority has pinned those of now; keys that were to come follow from none that it knows.
    deps.keys().drop()
    deps.replaced()
    return enrollment
  }

  async function enrollAt(origin: string, { code, pairing }: EnrollHere): Promise<Result<Enrollment>> {
    const { machineKey, signKey } = deps.keys().current()
    const answer = await askAuthority(deps.authority, origin, { code, machineKey, signKey })
    if (!answer.ok) return answer
    const keyRing = ringOf(answer.value.statements, answer.value.issuer)
    if (!keyRing.ok) {
      const { message } = keyRing.error
      return refuse('authority_unreachable', `the authority's keys cannot be trusted: ${message}`)
    }
    return ok(adopt(answer.value, keyRing.value, pairing ?? null))
  }

  return {
    current: store.get,
    ring,
    async enroll(wanted) {
      const origin = authorityOrigin(wanted.origin, deps.isLoopback)
      return origin.ok ? deps.turns(() => enrollAt(origin.value, wanted)) : origin
    },
    learn(jws) {
      const enrollment = store.get()
      const now = ring()
      if (!enrollment || !now) return refuse('not_enrolled', 'this machine is not enrolled')
      const outcome = accept(jws, now, enrollment.issuer)
      if (!outcome.ok) {
        // What holds here already was said long ago, and its acknowledgement did not arrive.
        return outcome.error.code === 'statement_stale' ? ok({ number: now.number }) : outcome
      }
      if (outcome.value.kind === 'known') return ok({ number: now.number })
      const next = since(outcome.value.ring, store.trustedFrom())
      deps.atomic(() => store.addStatement(jws))
      held = { issuer: enrollment.issuer, ring: next }
      return ok({ number: next.number })
    },
    takeAnew(statements, from) {
      deps.atomic(() => {
        store.forgetStatements()
        for (const jws of statements) store.addStatement(jws)
        store.setTrustedFrom(from)
      })
      held = null
      deps.replaced()
    },
  }
}
