/** Keeps a machine's tunnel up: dials, waits, dials again, and says in words how it stands. */
import type { Logger } from 'pino'
import type { Random } from '../../shared/ids.ts'
import type { TunnelOrder, TunnelReport } from '../../shared/relay/messages.ts'
import type { Clock, Timer } from '../../shared/time.ts'
import type { DaemonLimits } from '../limits.ts'
import { jittered } from './backoff.ts'
import { dialTunnel, type Tunnel, type TunnelIdentity } from './dial-tunnel.ts'
import { type RelayAddress, relayAddress } from './relay-address.ts'
import { prospectOf, type TunnelEnd, type TunnelState } from './state.ts'

export interface TunnelTarget {
  relayUrl: string
  identity: TunnelIdentity
}

export interface TunnelKeeperDeps {
  clock: Clock
  random: Random
  limits: DaemonLimits
  log: Logger
  openSocket(url: string): WebSocket
  /** Where to, read anew for each try; null: this machine is not enrolled. */
  target(): TunnelTarget | null
  onOrder(order: Exclude<TunnelOrder, { t: 'pong' }>, relay: RelayAddress): void
  /** The host's addresses in one text: when it changes, a wait is over. */
  network(): string
}

export interface TunnelKeeper {
  state(): TunnelState
  /** Dials now, whatever it waited for; ends a tunnel that is up. */
  redial(): void
  report(report: TunnelReport): void
  /** Resolves when it is online; at once when it is. Never when it was stopped. */
  up(): Promise<void>
  stop(): void
}

export function keepTunnel(deps: TunnelKeeperDeps): TunnelKeeper {
  const { clock, limits, log } = deps
  let state: TunnelState = { state: 'off' }
  let tunnel: Tunnel | null = null
  let timers: Timer[] = []
  let failures = 0
  let stopped = false
  let waiters: (() => void)[] = []

  function set(next: TunnelState): void {
    state = next
    if (next.state !== 'online') return
    for (const wake of waiters.splice(0)) wake()
  }

  function cancelWait(): void {
    for (const timer of timers) timer.cancel()
    timers = []
  }

  function dial(): void {
    cancelWait()
    if (stopped) return
    const target = deps.target()
    if (!target) return set({ state: 'off' })
    const address = relayAddress(target.relayUrl)
    if (!address) {
      return ended({ code: 'relay_url_invalid', why: 'the relay’s address is none', wasOnline: false })
    }
    // What somebody has to change stands until a try ends otherwise: trying it again says nothing new.
    if (state.state !== 'refused') set({ state: 'connecting' })
    const dialled = dialTunnel({
      address,
      identity: target.identity,
      clock,
      limits,
      openSocket: deps.openSocket,
      onOnline() {
        log.info({ relay: address.host }, 'the tunnel is up')
        set({ state: 'online', since: clock.now() })
      },
      onOrder: (order) => deps.onOrder(order, address),
      onEnd(end) {
        if (tunnel !== dialled) return // replaced already
        tunnel = null
        ended(end)
      },
    })
    tunnel = dialled
  }

  function ended(end: TunnelEnd): void {
    if (stopped) return
    failures = end.wasOnline && prospectOf(end) === 'passes' ? 1 : failures + 1
    const next = nextState(end)
    log.warn({ code: end.code, why: end.why, until: next.until }, 'the tunnel is down')
    set(next)
    wait(next.until)
  }

  function nextState(end: TunnelEnd): Extract<TunnelState, { until: number }> {
    const now = clock.now()
    const after = (most: number): number => now + jittered(deps.random, failures, limits.tunnelWaitMs, most)
    switch (prospectOf(end)) {
      case 'displaced':
        return { state: 'displaced', until: now + limits.tunnelDisplacedMs }
      case 'stays':
        return {
          state: 'refused',
          code: end.code ?? 'unauthenticated',
          until: after(limits.tunnelRefusedMostMs),
        }
      case 'passes':
        return { state: 'waiting', until: after(limits.tunnelWaitMostMs), why: end.why }
    }
  }

  /** Until then, or until the host has other addresses: then the network has just come up. */
  function wait(until: number): void {
    const before = deps.network()
    const look = (): Timer =>
      clock.after(limits.tunnelNetworkMs, () => {
        if (state.state === 'waiting' && deps.network() !== before) return dial()
        timers[1] = look()
      })
    timers = [clock.after(until - clock.now(), dial), look()]
  }

  function drop(): void {
    const old = tunnel
    tunnel = null
    old?.close()
  }

  return {
    state: () => state,
    redial() {
      failures = 0
      drop()
      set({ state: 'connecting' })
      dial()
    },
    report: (report) => tunnel?.report(report),
    up: () =>
      state.state === 'online' ? Promise.resolve() : new Promise((resolve) => void waiters.push(resolve)),
    stop() {
      stopped = true
      waiters = []
      cancelWait()
      drop()
      state = { state: 'off' }
    },
  }
}
