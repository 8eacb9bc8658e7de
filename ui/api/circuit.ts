/**
 * The way from this tab to one machine: a circuit that is opened when somebody asks, kept while somebody holds it,
 * opened again when it is lost, and whose state is told honestly. Requests never wait for a try that is yet to come:
 * they are refused with what the last one came to.
 */
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Endpoint } from '../../shared/circuit/endpoint.ts'
import { createCircuitFetch } from '../../shared/circuit/fetch.ts'
import { AppError, ok, type Result } from '../../shared/errors.ts'
import { keepRenewed, type Renewals } from '../../shared/relay/keep-renewed.ts'
import { type Decided, type OpenDeps, openCircuit } from '../../shared/relay/open-circuit.ts'
import type { Timer } from '../../shared/time.ts'
import { within } from '../../shared/within.ts'
import type { UiLimits } from '../limits.ts'
import { endsSignIn } from './authority.ts'
import { backoff } from './backoff.ts'
import { type CircuitState, isPassing } from './circuit-state.ts'
import { MACHINE_BASE } from './daemon.ts'

export interface Circuit {
  readonly state: ReadonlySignal<CircuitState>
  /** Requests and streams of this machine; opens the circuit on demand. */
  readonly fetch: typeof fetch
  /** Keeps it open, and opens it again when it is lost, until the answer is called. */
  hold(): () => void
  /** Tries now: a person asked, or the network came back. */
  retry(): void
  /** The page slept: a circuit that does not answer any more is replaced. */
  wake(): void
  /** The account may do other things on the machine than when it was opened: another one is opened in its place. */
  renew(): void
  /** Whatever is asked after it rests on what the account may do, and how fresh its password is, at this moment. */
  refresh(): Promise<Result<null>>
  /** A person compared the fingerprints: the key offered now is the machine's. */
  acceptKey(): Promise<void>
  close(): void
}

export interface CircuitDeps extends Omit<OpenDeps, 'openMs'> {
  limits: UiLimits
}

export function createCircuit(deps: CircuitDeps): Circuit {
  const { clock, limits } = deps
  const state = signal<CircuitState>({ is: 'idle' })
  let endpoint: Endpoint | null = null
  let renewals: Renewals | null = null
  let opening: Promise<Result<Endpoint>> | null = null
  let leaveApproval: (() => void) | null = null
  let last = new AppError('circuit_lost', 'there is no circuit')
  let failures = 0
  let offlineSince: number | null = null
  let holders = 0
  let timer: Timer | null = null
  let closed = false

  function connect(): Promise<Result<Endpoint>> {
    if (endpoint?.state.status === 'open') return Promise.resolve(ok(endpoint))
    if (opening) return opening
    const isFinal = ['not_approved', 'key_changed', 'signed_out', 'refused'].includes(state.value.is)
    if (closed || timer || isFinal) return Promise.resolve({ ok: false, error: last })
    return open()
  }

  function open(): Promise<Result<Endpoint>> {
    timer?.cancel()
    timer = null
    if (offlineSince === null) state.value = { is: 'connecting', attempt: failures + 1, nextAt: null }
    const tried = attempt().finally(() => {
      opening = null
    })
    opening = tried
    return tried
  }

  async function attempt(): Promise<Result<Endpoint>> {
    const tried = await openCircuit({ ...deps, openMs: limits.circuitOpenMs })
    if (closed) return abandon(tried)
    if (tried.is !== 'waiting') return decide(tried)
    state.value = { is: 'not_approved', code: tried.code, scan: `${tried.pending}.${tried.scan}` }
    last = new AppError('device_not_approved', 'this device waits to be approved')
    leaveApproval = tried.leave
    void tried.decided.then((decided) => {
      leaveApproval = null
      if (closed) void abandon(decided)
      else decide(decided)
    })
    return { ok: false, error: last }
  }

  function decide(decided: Decided): Result<Endpoint> {
    if (decided.is === 'open') return adopt(decided)
    if (decided.is === 'refused') return fail(decided.error, decided.by === 'authority')
    const { pinned, offered } = decided
    state.value = { is: 'key_changed', pinned, offered }
    last = new AppError('machine_key_changed', 'the machine shows another key than before')
    return { ok: false, error: last }
  }

  function adopt({ endpoint: opened, ticket }: Extract<Decided, { is: 'open' }>): Result<Endpoint> {
    endpoint = opened
    failures = 0
    offlineSince = null
    state.value = { is: 'connected' }
    renewals = keepRenewed({ endpoint: opened, ticket, newTicket: deps.ticket, clock, limits })
    void opened.closed.then(() => {
      if (endpoint !== opened) return
      endpoint = null
      if (!closed) lost()
    })
    return ok(opened)
  }

  /** Somebody who holds it gets the next one at once; only if that fails is there a wait. */
  function lost(): void {
    last = new AppError('circuit_lost', 'the circuit was lost')
    if (holders > 0) void open()
    else state.value = { is: 'idle' }
  }

  function fail(error: AppError, byAuthority: boolean): Result<Endpoint> {
    last = error
    failures++
    const { code } = error
    const endsHere = endsSignIn(code) || code === 'unauthenticated'
    if (code === 'machine_offline') offlineSince ??= clock.now()
    else offlineSince = null
    if (endsHere && byAuthority) state.value = { is: 'signed_out' }
    else if (!endsHere && !isPassing(code)) state.value = { is: 'refused', code }
    else waitForNext()
    return { ok: false, error }
  }

  function waitForNext(): void {
    const wait =
      holders > 0 ? backoff(deps.random, failures, limits.reconnectMs, limits.reconnectMostMs) : null
    if (offlineSince !== null) state.value = { is: 'offline', since: offlineSince }
    else if (wait === null) state.value = { is: 'idle' }
    else state.value = { is: 'connecting', attempt: failures + 1, nextAt: clock.now() + wait }
    if (wait === null) return
    timer = clock.after(wait, () => {
      timer = null
      if (holders > 0) void open()
      else state.value = { is: 'idle' }
    })
  }

  function abandon(tried: Decided | { is: 'waiting'; leave(): void }): Result<Endpoint> {
    if (tried.is === 'open') tried.endpoint.close({ code: 'cancelled', message: 'the page left' })
    if (tried.is === 'waiting') tried.leave()
    return { ok: false, error: last }
  }

  function retry(): void {
    if (closed || opening || leaveApproval || endpoint?.state.status === 'open') return
    void open()
  }

  const circuitFetch = createCircuitFetch(connect)

  async function probe(): Promise<void> {
    const asked = endpoint
    if (!asked) return retry()
    const answer = await within(clock, limits.wakeProbeMs, circuitFetch(`${MACHINE_BASE}/health`))
    if (!answer) asked.close({ code: 'circuit_lost', message: 'it did not answer after a sleep' })
  }

  return {
    state,
    fetch: circuitFetch,
    hold() {
      let held = true
      holders++
      void connect()
      return () => {
        if (held) holders--
        held = false
      }
    },
    retry,
    wake: () => void probe(),
    renew: () => endpoint?.close({ code: 'circuit_lost', message: 'another capability is had' }),
    async refresh() {
      const connected = await connect()
      return connected.ok && renewals ? renewals.now() : { ok: false, error: last }
    },
    async acceptKey() {
      if (state.value.is !== 'key_changed') return
      await deps.pins.pin(deps.machine, { machineKey: state.value.offered, signKey: null })
      await deps.pins.spendPairing(deps.machine)
      retry()
    },
    close() {
      closed = true
      timer?.cancel()
      leaveApproval?.()
      endpoint?.close({ code: 'cancelled', message: 'the page left' })
      state.value = { is: 'idle' }
    },
  }
}
