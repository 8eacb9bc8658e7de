/** The authority's side of the relay as a test's own rows: changed by the test, read by the relay when it asks. */
import type { RelayCode } from '../../../shared/relay/close-codes.ts'
import type { CircuitEnd } from '../../../shared/wire/audit.ts'
import type { Scope } from '../../../shared/wire/identity.ts'
import type { Authorization, CircuitSubject } from '../ports.ts'

type Revocation = ReturnType<Authorization['revocationsFor']>[number]

export interface Rows {
  issuer: string
  relayHost: string | null
  signKeys: Map<string, Uint8Array>
  /** Machines that may hold no tunnel, and why. */
  barred: Map<string, RelayCode>
  /** Capabilities that are refused, and why; every other of the form `machine/sub/dev/sid` is good. */
  refused: Map<string, RelayCode>
  /** Subjects, devices, sign-ins or machines that no longer hold. */
  ended: Map<string, RelayCode>
  statements: Map<string, { number: number; jws: string }[]>
  revocations: Map<string, Revocation[]>
  seen: { machine: string; facts: { version: string; agents: string[] } | null }[]
  opened: CircuitSubject[]
  closed: { row: number; reason: CircuitEnd; bytes: { up: number; down: number } }[]
  /** What became of circuits and tunnels, in order. */
  acts: string[]
  /** What the relay asked to be judged. */
  judged: string[]
}

const SCOPES: Scope[] = ['session:read', 'session:write']
const FIVE_MINUTES = 300_000

export function testRows(now: () => number): { rows: Rows; authorization: Authorization } {
  const rows: Rows = {
    issuer: 'i_test',
    relayHost: null,
    signKeys: new Map(),
    barred: new Map(),
    refused: new Map(),
    ended: new Map(),
    statements: new Map(),
    revocations: new Map(),
    seen: [],
    opened: [],
    closed: [],
    acts: [],
    judged: [],
  }
  const authorization: Authorization = {
    issuer: () => rows.issuer,
    relayHost: () => rows.relayHost,
    tunnel(machine) {
      const code = rows.barred.get(machine)
      if (code) return { ok: false, code, message: 'barred' }
      const signKey = rows.signKeys.get(machine)
      return signKey
        ? { ok: true, value: { signKey } }
        : { ok: false, code: 'unauthenticated', message: 'unknown' }
    },
    circuit(capability) {
      rows.judged.push(capability)
      const code = rows.refused.get(capability)
      const [machine, sub, dev, sid, ...rest] = capability.split('/')
      if (code) return { ok: false, code, message: 'refused' }
      if (!machine || !sub || !dev || !sid || rest.length > 0)
        return { ok: false, code: 'token_invalid', message: 'no capability' }
      const expiresAt = now() + FIVE_MINUTES
      return { ok: true, value: { machine, sub, dev, sid, scopes: SCOPES, expiresAt } }
    },
    stillHolds: ({ machine, sub, dev, sid }) =>
      [machine, sub, dev, sid].map((id) => rows.ended.get(id)).find((code) => code !== undefined) ?? null,
    statementsFor: (machine) => rows.statements.get(machine) ?? [],
    statementAcked(machine, number) {
      const left = (rows.statements.get(machine) ?? []).filter((one) => one.number !== number)
      rows.statements.set(machine, left)
    },
    revocationsFor: (machine) => rows.revocations.get(machine) ?? [],
    revocationAcked(machine, id) {
      const left = (rows.revocations.get(machine) ?? []).filter((one) => one.id !== id)
      rows.revocations.set(machine, left)
    },
    seen(machine, facts) {
      rows.seen.push({ machine, facts })
      rows.acts.push(`${facts ? 'hello' : 'seen'} ${machine}`)
    },
    circuitOpened: (subject) => rows.opened.push(subject),
    circuitClosed(row, reason, bytes) {
      rows.closed.push({ row, reason, bytes })
      rows.acts.push(`closed ${row}`)
    },
  }
  return { rows, authorization }
}
