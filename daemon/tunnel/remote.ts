/** How this machine is reached from elsewhere: its enrollment, its lock, its tunnel and the circuits through it. */
import type { Database } from 'bun:sqlite'
import type { Logger } from 'pino'
import type { Random } from '../../shared/ids.ts'
import { lazy } from '../../shared/lazy.ts'
import type { TunnelOrder } from '../../shared/relay/messages.ts'
import { createAtomic } from '../../shared/sqlite/atomic.ts'
import type { Clock } from '../../shared/time.ts'
import type { Status } from '../../shared/wire/status.ts'
import type { Agents } from '../agents/agents.ts'
import type { CommandStore } from '../commands/store.ts'
import { createEnrollments, type Enrollments } from '../enroll/enrollment.ts'
import { type MachineKeyFile, machineKeyFile } from '../enroll/machine-keys.ts'
import { createRekey, type Rekey } from '../enroll/rekey.ts'
import { createEnrollmentStore } from '../enroll/store.ts'
import { createTrust, type Trust } from '../enroll/trust.ts'
import { createTurns } from '../enroll/turns.ts'
import type { DaemonLimits } from '../limits.ts'
import { createLock, type Lock } from '../lock/lock.ts'
import { createPending } from '../lock/pending.ts'
import { createLockStore } from '../lock/store.ts'
import { type Circuits, createCircuits } from './circuits.ts'
import type { RelayAddress } from './relay-address.ts'
import { createRevocations } from './revoke.ts'
import { createSignInStore } from './sign-in-store.ts'
import { type TunnelState, tunnelStatus } from './state.ts'
import { keepTunnel, type TunnelTarget } from './tunnel.ts'

export interface RemoteDeps {
  db: Database
  home: string
  clock: Clock
  random: Random
  limits: DaemonLimits
  log: Logger
  version: string
  commands: CommandStore
  newPendingId(): string
  agents: Pick<Agents, 'list'>
  network: RemoteNetwork
  fetch(request: Request): Response | Promise<Response>
}

/** The outside world, as the root gives it. */
export interface RemoteNetwork {
  fetch(url: string, init: RequestInit): Promise<Response>
  openSocket(url: string): WebSocket
  isLoopback(host: string): boolean
  /** The host's addresses in one text. */
  addresses(): string
}

export interface Remote {
  enrollments: Enrollments
  rekey: Rekey
  trust: Trust
  lock: Lock
  status(): Pick<Status, 'enrollment' | 'tunnel'>
  /** Dials the relay, when the machine is enrolled. */
  start(): void
  tunnelState(): TunnelState
  /** Resolves once the tunnel is up. */
  tunnelUp(): Promise<void>
  stop(): void
}

export function createRemote(deps: RemoteDeps): Remote {
  const { db, clock, random, limits, log, network } = deps
  const atomic = createAtomic(db)
  const keyFile = lazy((): MachineKeyFile => machineKeyFile(deps.home, random))
  const keys = () => keyFile().current()
  const turns = createTurns()
  const authority = { fetch: network.fetch, ms: limits.enrollMs, bytes: limits.enrollAnswerBytes }
  const pending = createPending({ clock, limits, newId: deps.newPendingId })
  const lock = createLock({
    store: createLockStore(db),
    pending,
    clock,
    random,
    limits,
    atomic,
    changed: () => circuits.lookAgain(),
  })
  const enrollments = createEnrollments({
    store: createEnrollmentStore(db),
    lock,
    clock,
    keys: keyFile,
    authority,
    isLoopback: network.isLoopback,
    atomic,
    turns,
    replaced: () => beginAnew('this machine was enrolled anew, or takes other keys of its authority'),
  })
  const { current, ring, takeAnew } = enrollments
  const rekey = createRekey({
    current,
    keys: keyFile,
    authority,
    clock,
    limits,
    log,
    turns,
    changed: () => beginAnew('this machine has another key now'),
  })
  const trust = createTrust({ current, ring, authority, turns, takeAnew })
  const revocations = createRevocations({
    circuits: () => circuits,
    commands: deps.commands,
    lock,
    signIns: createSignInStore(db),
    clock,
    atomic,
  })
  const circuits: Circuits = createCircuits({
    clock,
    random,
    limits,
    log,
    lock,
    pending,
    enrollments,
    keys,
    openSocket: network.openSocket,
    fetch: deps.fetch,
    onAdmitted(principal) {
      revocations.saw(principal)
      lock.saw(principal)
    },
  })
  // Advisory: a tunnel that comes up before the first answer announces none.
  let announced: string[] = []
  const tunnel = keepTunnel({
    clock,
    random,
    limits,
    log,
    openSocket: network.openSocket,
    network: network.addresses,
    target,
    onOrder,
  })

  /** Whatever rested on the keys of before is over. */
  function beginAnew(message: string): void {
    circuits.endWhere(() => true, { code: 'revoked', message })
    tunnel.redial()
  }

  function target(): TunnelTarget | null {
    const enrollment = enrollments.current()
    if (!enrollment) return null
    const { issuer, machine, relayUrl } = enrollment
    const { sign } = keys()
    return { relayUrl, identity: { issuer, machine, version: deps.version, agents: announced, sign } }
  }

  function onOrder(order: Exclude<TunnelOrder, { t: 'pong' }>, relay: RelayAddress): void {
    switch (order.t) {
      case 'open':
        if (!circuits.open(order, relay)) {
          tunnel.report({ t: 'refuse', circuit: order.circuit, code: 'circuit_limit' })
        }
        return
      case 'revoked':
        revocations.apply(order)
        return tunnel.report({ t: 'revoked_ack', id: order.id })
      case 'statement': {
        const learned = enrollments.learn(order.jws)
        if (learned.ok) return tunnel.report({ t: 'statement_ack', number: learned.value.number })
        return log.warn({ code: learned.error.code }, 'a key statement was refused')
      }
    }
  }

  return {
    enrollments,
    rekey,
    trust,
    lock,
    status() {
      const now = enrollments.current()
      const enrollment = now && {
        ...now,
        key: keys().machineKey,
        ...(rekey.waits() && { keyChangeWaits: true as const }),
      }
      return { enrollment, tunnel: tunnelStatus(tunnel.state()) }
    },
    start() {
      void deps.agents.list().then((agents) => {
        announced = agents.filter(({ found }) => found).map(({ id }) => id)
      })
      tunnel.redial()
      rekey.resume()
    },
    tunnelState: tunnel.state,
    tunnelUp: tunnel.up,
    stop() {
      rekey.stop()
      tunnel.stop()
      circuits.endWhere(() => true, { code: 'shutting_down', message: 'the daemon is ending' })
    },
  }
}
