/** A daemon beside a real authority, and devices that keep pins as real ones do. */
import pino, { type Logger } from 'pino'
import { createCircuitFetch } from '../../shared/circuit/fetch.ts'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import { nodeKeyPair, nodeSuite } from '../../shared/noise/node-suite.ts'
import type { MachinePin } from '../../shared/relay/machine-pin.ts'
import { openCircuit, type Ticket, type Tried } from '../../shared/relay/open-circuit.ts'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { systemClock } from '../../shared/time.ts'
import { fromBase64url, toBase64url } from '../../shared/token/base64url.ts'
import { Value } from '../../shared/typebox.ts'
import { SignedIn } from '../../shared/wire/identity.ts'
import { Tokens } from '../../shared/wire/machine.ts'
import { type RunningDaemon, startDaemon } from '../start.ts'

const PASSWORD = 'a long enough password'
const OPEN_MS = 10_000

export interface PinnedDevice {
  /** As the device has it now; null: it took none yet. */
  pin(): MachinePin | null
  /** Puts another there, as a device that was away would have it. */
  setPin(pin: MachinePin | null): void
  ticket(): Promise<Result<Ticket>>
  /** With a ticket of now, or with this one. */
  open(ticket?: Result<Ticket>): Promise<Tried>
  /** `open`, and what a request through it is answered with; a failed test where it is not let in. */
  status(ticket?: Result<Ticket>): Promise<number>
  /** With which code it is not let in. */
  refusal(ticket?: Result<Ticket>): Promise<string>
  /** Addresses that were dialled. */
  dialled: string[]
}

/** What of a running authority is used here. */
interface AuthorityThere {
  url: string
  localMachine(): { code: string } | null
  setUpLink(): string | null
  stop(): Promise<unknown>
}

/** `startAuthority`, which a test may import and this kit may not. */
export type StartAuthority = (options: {
  home: string
  host: null
  port: number
  env: Record<string, string>
  log: Logger
  local: string
}) => Promise<{ ok: true; authority: AuthorityThere } | { ok: false; refusal: { message: string } }>

export interface BesideAuthority {
  authority: AuthorityThere
  daemon(): RunningDaemon
  machine: string
  sleep(): Promise<void>
  wake(): Promise<void>
  /** A request as whoever is on the machine itself. */
  local(method: string, path: string, body?: object): Promise<Response>
  /** As the first admin, who gave the password just now. */
  ask(method: string, path: string, body?: object): Promise<unknown>
  /** Signed in as the first admin, and let in by the machine once. */
  device(): Promise<PinnedDevice>
  end(): Promise<void>
}

export async function besideAuthority(startAuthority: StartAuthority): Promise<BesideAuthority> {
  const home = await tempHome()
  const options = {
    home: home.path,
    host: null,
    port: 0,
    env: { HOME: home.path },
    log: pino({ level: 'silent' }),
  }
  const up = await startAuthority({ ...options, local: 'tower' })
  if (!up.ok) throw new TypeError(up.refusal.message)
  const { authority } = up
  const wake = async (): Promise<RunningDaemon> => {
    const started = await startDaemon(options)
    if (!started.ok) throw new TypeError(started.refusal.message)
    return started.daemon
  }
  let daemon = await wake()
  const enrolled = await daemon.enroll({
    origin: authority.url,
    code: authority.localMachine()?.code ?? '',
  })
  if (!enrolled.ok) throw enrolled.error
  const { machine, issuer } = enrolled.value
  await daemon.tunnelUp()

  const ask = async (method: string, path: string, body?: object, token: string | null = null) => {
    const response = await fetch(`${authority.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-fairlead-client': 'cli',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    return answer
  }
  const enter = async (path: string, body: object): Promise<string> => {
    const answer = await ask('POST', path, body)
    if (Value.Check(SignedIn, answer) && answer.token !== null) return answer.token
    throw new TypeError(JSON.stringify(answer))
  }
  const link = authority.setUpLink()?.split('#')[1]
  const admin = await enter('/v1/set-up', { token: link, name: 'ada', password: PASSWORD })

  const device = async (): Promise<PinnedDevice> => {
    const random = seededRandom(++seeds)
    const key = nodeKeyPair(random(32))
    const text = toBase64url(key.publicKey)
    const described = { key: text, name: 'test', platform: 'test' }
    const token = await enter('/v1/login', { name: 'ada', password: PASSWORD, device: described })
    let pin: MachinePin | null = null
    let pairing = fromBase64url(daemon.newPairing().secret)
    const dialled: string[] = []
    const ticket = async (): Promise<Result<Ticket>> => {
      const answer = await ask('POST', '/v1/tokens', { machines: [machine] }, token)
      const one = Value.Check(Tokens, answer) ? answer.tokens[0] : undefined
      if (!one || !('capability' in one)) throw new TypeError(JSON.stringify(answer))
      return ok({ issuer, ...one })
    }
    const open = (given?: Result<Ticket>): Promise<Tried> =>
      openCircuit({
        machine,
        deviceKey: key,
        deviceName: 'test',
        pins: {
          pinned: async () => pin,
          async pin(_, next) {
            pin = next
          },
          pairing: async () => pairing,
          async spendPairing() {
            pairing = null
          },
        },
        ticket: given ? async () => given : ticket,
        suite: nodeSuite(random),
        openSocket(url) {
          dialled.push(url)
          return new WebSocket(url)
        },
        clock: systemClock,
        random,
        openMs: OPEN_MS,
      })
    const made: PinnedDevice = {
      pin: () => pin && { ...pin },
      setPin(next) {
        pin = next
      },
      ticket,
      open,
      dialled,
      async refusal(given) {
        const tried = await open(given)
        if (tried.is === 'refused') return tried.error.code
        throw new TypeError(tried.is)
      },
      async status(given) {
        const tried = await open(given)
        if (tried.is !== 'open') throw new TypeError(`not open: ${JSON.stringify(tried)}`)
        const { endpoint } = tried
        const inCircuit = createCircuitFetch(async () =>
          endpoint.state.status === 'open' ? ok(endpoint) : refuse('circuit_lost', 'it ended'),
        )
        const { status } = await inCircuit('http://machine/v1/status')
        endpoint.close({ code: 'cancelled', message: 'the test is done' })
        return status
      },
    }
    await made.status()
    return made
  }

  return {
    authority,
    daemon: () => daemon,
    machine,
    async sleep() {
      await daemon.stop('all')
    },
    async wake() {
      daemon = await wake()
      await daemon.tunnelUp()
    },
    local: (method, path, body) =>
      fetch(`http://machine${path}`, {
        method,
        unix: daemon.socket,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    ask: (method, path, body) => ask(method, path, body, admin),
    device,
    async end() {
      await daemon.stop('all')
      await authority.stop()
      await home.remove()
    },
  }
}

let seeds = 5_000
