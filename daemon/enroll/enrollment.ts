/** Makes this machine one of an authority's, and remembers which. */
import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { KeyRing } from '../../shared/token/statement.ts'
import type { EnrollHere } from '../../shared/wire/lock.ts'
import type { Enrolled } from '../../shared/wire/machine.ts'
import type { Lock } from '../lock/lock.ts'
import { type AskAuthorityDeps, askAuthority, authorityOrigin } from './ask-authority.ts'
import type { MachineKeys } from './machine-keys.ts'
import type { Enrollment, EnrollmentStore } from './store.ts'
import { accept, ringOf } from './trusted-keys.ts'

export interface EnrollmentDeps {
  store: EnrollmentStore
  lock: Lock
  clock: Clock
  /** Made when they are first asked for. */
  keys(): MachineKeys
  authority: AskAuthorityDeps
  isLoopback(host: string): boolean
  atomic<T>(change: () => T): T
  /** There is a new enrollment: the old tunnel and its circuits are over. */
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
      held = { issuer: enrollment.issuer, ring: stored.value }
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
    deps.replaced()
    return enrollment
  }

  return {
    current: store.get,
    ring,
    async enroll({ origin: given, code, pairing }) {
      const origin = authorityOrigin(given, deps.isLoopback)
      if (!origin.ok) return origin
      const { machineKey, signKey } = deps.keys()
      const answer = await askAuthority(deps.authority, origin.value, { code, machineKey, signKey })
      if (!answer.ok) return answer
      const keyRing = ringOf(answer.value.statements, answer.value.issuer)
      if (!keyRing.ok) {
        return refuse(
          'authority_unreachable',
          `the authority's keys cannot be trusted: ${keyRing.error.message}`,
        )
      }
      return ok(adopt(answer.value, keyRing.value, pairing ?? null))
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
      const next = outcome.value.ring
      deps.atomic(() => store.addStatement(jws))
      held = { issuer: enrollment.issuer, ring: next }
      return ok({ number: next.number })
    },
  }
}
