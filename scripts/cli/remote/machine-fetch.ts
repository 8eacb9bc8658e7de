/**
 * A `fetch` that reaches the daemon of another machine: through the authority's relay, in a circuit that is opened when
 * it is needed and again when it was lost. A mutation carries one idempotency key and is sent again under it, as on
 * loopback.
 */
import type { Endpoint } from '../../../shared/circuit/endpoint.ts'
import { createCircuitFetch } from '../../../shared/circuit/fetch.ts'
import { AppError, type ErrorCode, errorCodes, ok, type Result } from '../../../shared/errors.ts'
import { type Random, randomText } from '../../../shared/ids.ts'
import { nodeSuite } from '../../../shared/noise/node-suite.ts'
import { keepRenewed } from '../../../shared/relay/keep-renewed.ts'
import { type Decided, openCircuit, type Ticket } from '../../../shared/relay/open-circuit.ts'
import type { Clock } from '../../../shared/time.ts'
import { Value } from '../../../shared/typebox.ts'
import { ErrorEnvelope } from '../../../shared/wire/envelope.ts'
import type { Machine } from '../../../shared/wire/machine.ts'
import { CliError } from '../cli-error.ts'
import { cliLimits } from '../limits.ts'
import { type Fetch, KEY_CHARS } from '../local-fetch.ts'
import { pause } from '../pause.ts'
import { type Account, ask, signedIn } from './account.ts'
import { deviceKey, deviceName, devicePins } from './device.ts'
import { findMachine } from './find-machine.ts'
import { keyChanged } from './key-changed.ts'

export interface MachineFetchOptions {
  home: string
  /** Its label or id. */
  machine: string
  clock: Clock
  random: Random
  /** For a person: a code to type somewhere else. */
  note(text: string): void
}

/** A connection that broke on the way: the same command under the same key tells what became of it. */
const LOST: ReadonlySet<string> = new Set(['circuit_lost', 'outcome_unknown', 'connection_lost'])

export function machineFetch(options: MachineFetchOptions): Fetch {
  const { clock, random } = options
  const inCircuit = createCircuitFetch(circuitKeeper(options))
  return async (input, init = {}) => {
    const headers = new Headers(init.headers)
    const mutates = (init.method ?? 'GET') !== 'GET'
    if (mutates) headers.set('idempotency-key', randomText(random, KEY_CHARS))
    for (let left = mutates ? cliLimits.commandTries - 1 : 0; ; left--) {
      const response = await inCircuit(input, { ...init, headers })
      if (left <= 0 || response.ok || !LOST.has(await codeOf(response.clone()))) return response
      await pause(clock, cliLimits.commandRetryMs)
    }
  }
}

async function codeOf(response: Response): Promise<string> {
  const body: unknown = await response.json()
  return Value.Check(ErrorEnvelope, body) ? body.error.code : ''
}

/** The open circuit, or a new one; one try at a time. */
function circuitKeeper(options: MachineFetchOptions): () => Promise<Result<Endpoint>> {
  let endpoint: Endpoint | null = null
  let opening: Promise<Result<Endpoint>> | null = null
  let found: Promise<{ account: Account; machine: Machine }> | null = null
  const where = () => {
    found ??= locate(options).catch((error: unknown) => {
      found = null
      throw error
    })
    return found
  }
  return () => {
    if (endpoint?.state.status === 'open') return Promise.resolve(ok(endpoint))
    opening ??= open(options, where)
      .then((opened) => {
        if (opened.ok) endpoint = opened.value
        return opened
      })
      .finally(() => {
        opening = null
      })
    return opening
  }
}

async function locate({
  home,
  machine,
}: MachineFetchOptions): Promise<{ account: Account; machine: Machine }> {
  const account = signedIn(home)
  return { account, machine: await findMachine(home, account, machine) }
}

async function open(
  options: MachineFetchOptions,
  where: () => Promise<{ account: Account; machine: Machine }>,
): Promise<Result<Endpoint>> {
  const { home, clock, random } = options
  const located = await asResult(where)
  if (!located.ok) return located
  const { account, machine } = located.value
  const ticket = () => asResult(() => newTicket(home, account, machine.id))
  const tried = await openCircuit({
    machine: machine.id,
    deviceKey: deviceKey(home, random),
    deviceName: deviceName(),
    pins: devicePins(home, account.user),
    ticket,
    suite: nodeSuite(random),
    openSocket: (url) => new WebSocket(url),
    clock,
    random,
    openMs: cliLimits.circuitOpenMs,
  })
  if (tried.is !== 'waiting') return adopted(options, machine, tried, ticket)
  options.note(
    `${machine.label} does not know this device yet. Type this code on a device that it knows, or on it:\n` +
      `\n  ${tried.code}    (fairlead devices approve ${tried.code})\n\nWaiting …`,
  )
  return adopted(options, machine, await tried.decided, ticket)
}

function adopted(
  { clock }: MachineFetchOptions,
  machine: Machine,
  decided: Decided,
  ticket: () => Promise<Result<Ticket>>,
): Result<Endpoint> {
  switch (decided.is) {
    case 'refused':
      return { ok: false, error: decided.error }
    case 'key_changed':
      return { ok: false, error: keyChanged(machine.label, decided.pinned, decided.offered) }
    case 'open':
      keepRenewed({ ...decided, newTicket: ticket, clock, limits: cliLimits })
      return ok(decided.endpoint)
  }
}

async function newTicket(home: string, account: Account, machine: string): Promise<Ticket> {
  const { issuer, tokens } = await ask(home, account, (authority) =>
    authority.v1.tokens.post({ machines: [machine] }),
  )
  const [token] = tokens
  if (!token) throw new CliError('internal', 'The authority answered with nothing.')
  if ('error' in token) throw new CliError(token.error.code, token.error.message)
  return { issuer, ...token }
}

/** A circuit's fetch does not reject for reasons of its own: what the way to it throws becomes its refusal. */
async function asResult<T>(act: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await act())
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    const code = error.code === 'unreachable' ? 'authority_unreachable' : error.code
    return { ok: false, error: new AppError(isCode(code) ? code : 'internal', error.message, error.detail) }
  }
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)
