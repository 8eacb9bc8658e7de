/** Everything this tab has of one machine: its circuit, API, sessions, outbox and drafts. */
import { computed, type ReadonlySignal } from '@preact/signals'
import { AppError, type Result } from '../../shared/errors.ts'
import type { Random } from '../../shared/ids.ts'
import type { Suite } from '../../shared/noise/suite.ts'
import type { Ticket } from '../../shared/relay/open-circuit.ts'
import type { Clock } from '../../shared/time.ts'
import type { Authority } from '../api/authority.ts'
import { type Circuit, createCircuit } from '../api/circuit.ts'
import { type Daemon, daemonOver } from '../api/daemon.ts'
import type { DeviceKey } from '../api/device-keys.ts'
import type { Stores } from '../api/idb.ts'
import type { MachinePins } from '../api/machine-pins.ts'
import { refusalOf } from '../api/unwrap.ts'
import type { UiLimits } from '../limits.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { checkCommand, performCommand } from './perform-command.ts'
import { type OpenSession, openSession } from './session.ts'
import { type MachineSessions, type WatchedSessions, watchSessions } from './sessions.ts'
import type { Tabs } from './tabs.ts'

export interface MachineLink {
  readonly id: string
  readonly circuit: Circuit
  /** Reads, and what changes the machine. What changes a session goes through the outbox. */
  readonly daemon: Daemon
  readonly sessions: ReadonlySignal<MachineSessions>
  readonly outbox: Outbox
  readonly drafts: Drafts
  open(session: string): OpenSession
  close(): void
}

export interface MachineLinkDeps {
  user: string
  device: DeviceKey
  deviceName: string
  authority: Authority
  pins: MachinePins
  stores: Pick<Stores, 'outbox' | 'drafts'>
  suite: Suite
  openSocket(url: string): WebSocket
  tabs: Tabs
  clock: Clock
  random: Random
  limits: UiLimits
}

/** Holds the circuit until it is closed. */
export function linkMachine(deps: MachineLinkDeps, id: string): MachineLink {
  const { clock, limits, random, stores } = deps
  const name = `${deps.user}/${id}`
  const circuit = createCircuit({
    ...deps,
    machine: id,
    deviceKey: deps.device.pair,
    ticket: () => ticketFor(deps.authority, id),
  })
  const daemon = daemonOver(circuit.fetch)
  const following = { circuit, daemon, clock, random, limits }
  const watched: WatchedSessions = watchSessions(following)
  const outbox = createOutbox({
    ...deps,
    store: stores.outbox,
    name: `fairlead-outbox/${name}`,
    perform: (command, key) => performCommand(daemon, command, key),
    check: (command, key) => checkCommand(daemon, command, key),
    ready: computed(() => circuit.state.value.is === 'connected'),
  })
  const drafts = createDrafts({ store: stores.drafts, name, clock, limits })
  const letGo = circuit.hold()
  return {
    id,
    circuit,
    daemon,
    sessions: watched.state,
    outbox,
    drafts,
    open: (session) => openSession({ ...following, seen: outbox.seen }, session),
    close() {
      void drafts.flush()
      watched.close()
      outbox.close()
      letGo()
      circuit.close()
    },
  }
}

async function ticketFor(authority: Authority, machine: string): Promise<Result<Ticket>> {
  const asked = await authority.ask((api) => api.v1.tokens.post({ machines: [machine] }))
  if (!asked.ok) return asked
  const { issuer, tokens } = asked.value
  const token = tokens.find((one) => one.machine === machine)
  if (!token) return { ok: false, error: new AppError('internal', 'the authority passed over the machine') }
  if ('error' in token) return { ok: false, error: refusalOf({ error: token.error }, 'internal') }
  return { ok: true, value: { issuer, ...token } }
}
