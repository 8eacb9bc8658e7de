/**
 * New keys for this machine, which the old ones vouch for, so that devices follow without a person. The authority has to
 * take them before they are used; until its answer is here the old ones are kept as well, and it is asked again with the
 * same statement, by whichever life of this daemon comes next.
 */
import type { Logger } from 'pino'
import { type AppError, type ErrorCode, ok, type Result, refuse } from '../../shared/errors.ts'
import type { Clock, Timer } from '../../shared/time.ts'
import { issueSuccessor, readSuccessor } from '../../shared/token/successor.ts'
import { Type, Value } from '../../shared/typebox.ts'
import { MachineKeyChanged, type Rekeyed } from '../../shared/wire/machine.ts'
import type { DaemonLimits } from '../limits.ts'
import { type AskAuthorityDeps, requestAuthority } from './ask-authority.ts'
import type { MachineKeyFile } from './machine-keys.ts'
import type { Enrollment } from './store.ts'
import type { Turns } from './turns.ts'

export interface RekeyDeps {
  current(): Enrollment | null
  keys(): MachineKeyFile
  authority: AskAuthorityDeps
  clock: Clock
  limits: Pick<DaemonLimits, 'machineKeyAgainMs'>
  log: Logger
  turns: Turns
  /** The machine has other keys from now on: its tunnel and its circuits are over. */
  changed(): void
}

export interface Rekey {
  /** `authority_unreachable`, and whatever else may pass: it is asked again by itself. */
  change(): Promise<Result<Rekeyed>>
  /** Whether a change waits for the authority's answer. */
  waits(): boolean
  /** Goes on with what an earlier life began. */
  resume(): void
  stop(): void
}

/** It will never be taken, however often it is sent. */
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'successor_refused',
  'invalid_request',
  'unauthenticated',
  'not_found',
])

const NextNumber = Type.Object({ number: Type.Integer({ minimum: 1 }) })

export function createRekey(deps: RekeyDeps): Rekey {
  const { clock, log } = deps
  let timer: Timer | null = null

  const waits = (): boolean => deps.current() !== null && deps.keys().proposed() !== null

  function propose({ issuer, machine }: Enrollment, number: number): string {
    const from = deps.keys().current()
    const now = clock.now()
    return deps.keys().propose((to) => issueSuccessor({ issuer, machine, number, from, to, now }, from.sign))
  }

  async function say(enrollment: Enrollment, statement: string): Promise<Result<Rekeyed>> {
    const { origin } = enrollment
    const asked = { origin, path: '/v1/machine-keys', body: { statement } }
    const answer = await requestAuthority(deps.authority, asked, MachineKeyChanged)
    if (!answer.ok) return answer
    const { machine, number } = answer.value
    if (!deps.keys().take(statement, number)) return refuse('not_enrolled', 'it was enrolled anew meanwhile')
    log.info({ number }, 'this machine has new keys')
    deps.changed()
    return ok({ machine, number, key: deps.keys().current().machineKey })
  }

  async function finish(enrollment: Enrollment, statement: string): Promise<Result<Rekeyed>> {
    const said = await say(enrollment, statement)
    if (said.ok) return said
    const number = countOf(said.error)
    // The authority counts from another one: this machine was enrolled anew, or comes from an older copy of its home.
    if (number !== null && number !== numberOf(statement)) {
      return settle(await say(enrollment, propose(enrollment, number)))
    }
    return settle(said)
  }

  function settle(said: Result<Rekeyed>): Result<Rekeyed> {
    if (said.ok) return said
    const { code, message, detail } = said.error
    if (FINAL.has(code)) {
      log.warn({ code }, 'this machine’s next keys were refused; it keeps those it has')
      deps.keys().drop()
      return said
    }
    log.warn({ code }, 'whether this machine’s next keys were taken is not known: it is asked again')
    timer?.cancel()
    timer = clock.after(deps.limits.machineKeyAgainMs, resume)
    return refuse(code, `${message}; it is asked again by itself, and the old keys serve until then`, detail)
  }

  function resume(): void {
    void deps.turns(async () => {
      const enrollment = deps.current()
      const statement = enrollment && deps.keys().proposed()
      if (enrollment && statement !== null) await finish(enrollment, statement)
    })
  }

  return {
    waits,
    resume,
    change: () =>
      deps.turns(async () => {
        const enrollment = deps.current()
        if (!enrollment) return refuse('not_enrolled', 'this machine is not enrolled')
        const statement = deps.keys().proposed() ?? propose(enrollment, deps.keys().number() + 1)
        return finish(enrollment, statement)
      }),
    stop: () => timer?.cancel(),
  }
}

/** The number that the authority waits for, where it said so. */
const countOf = ({ code, detail }: AppError): number | null =>
  code === 'successor_refused' && Value.Check(NextNumber, detail) ? detail.number : null

function numberOf(statement: string): number | null {
  const read = readSuccessor(statement)
  return read.ok ? read.value.num : null
}
