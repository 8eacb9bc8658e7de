/**
 * A device's side: `{v, capability}`, judged from live rows; then the machine is asked down its tunnel to dial back,
 * and the device waits for the splice. Nothing of the capability stays here but its hash.
 */
import { createHash } from 'node:crypto'
import { type Random, randomText } from '../../shared/ids.ts'
import { ConnectHello } from '../../shared/relay/messages.ts'
import { toBase64url } from '../../shared/token/base64url.ts'
import type { CircuitEnd } from '../../shared/wire/audit.ts'
import type { Budget, Lease } from './budget.ts'
import type { WaitingCircuit } from './circuits.ts'
import { awaitHello } from './hello.ts'
import type { Hub, Tunnel } from './hub.ts'
import type { CircuitSubject } from './ports.ts'
import { closeSocket, type Ending } from './refusal.ts'
import type { Socket } from './socket.ts'
import { type SpliceDeps, splice } from './splice.ts'

export interface ConnectDeps extends SpliceDeps {
  budget: Budget
  hub: Hub
  random: Random
}

const SECRET_BYTES = 32
const ID_CHARS = 26

export function openConnect(deps: ConnectDeps, socket: Socket): void {
  const { authorization, budget, hub, limits } = deps
  const late: Ending = { code: 'idle', message: `no hello within ${limits.helloMs} ms` }
  const wanted = { schema: ConnectHello, withinMs: limits.helloMs, late }
  awaitHello(deps, socket, wanted, ({ capability }) => {
    const judged = authorization.circuit(capability)
    if (!judged.ok) return closeSocket(socket, judged)
    const { machine, sub } = judged.value
    const tunnel = hub.of(machine)
    if (tunnel === null) return closeSocket(socket, OFFLINE)
    const lease = budget.lease(machine, sub)
    if (lease === null) return closeSocket(socket, FULL)
    const capHash = createHash('sha256').update(capability).digest('base64url')
    askMachine(deps, { subject: judged.value, device: socket, lease, tunnel, capHash })
  })
}

interface Asking {
  subject: CircuitSubject
  device: Socket
  lease: Lease
  tunnel: Tunnel
  capHash: string
}

function askMachine(deps: ConnectDeps, { subject, device, lease, tunnel, capHash }: Asking): void {
  const { circuits, clock, limits, random } = deps
  const id = `c_${randomText(random, ID_CHARS)}`
  const secret = random(SECRET_BYTES)
  const timer = clock.after(limits.acceptMs, () => waiting.end('connection_lost', SILENT))
  /** False: it is over already. */
  const settle = (): boolean => {
    timer.cancel()
    circuits.remove(waiting)
    return circuits.waiting.delete(id)
  }
  const waiting: WaitingCircuit = {
    subject,
    secret,
    look() {},
    end(_reason: CircuitEnd, ending) {
      if (!settle()) return
      lease.release()
      closeSocket(device, ending)
    },
    accept(daemon) {
      const row = deps.authorization.circuitOpened(subject)
      if (settle()) splice(deps, { subject, row, device, daemon, lease })
    },
  }
  circuits.waiting.set(id, waiting)
  circuits.add(waiting)
  device.data.listener = {
    text: () => waiting.end('connection_lost', EARLY),
    binary: () => waiting.end('connection_lost', EARLY),
    drained() {},
    closed: () => waiting.end('user', null),
  }
  const order = {
    t: 'open',
    circuit: id,
    capHash,
    secret: toBase64url(secret),
  } as const
  if (!tunnel.send(order)) waiting.end('connection_lost', OFFLINE)
}

const OFFLINE: Ending = { code: 'machine_offline', message: 'the machine holds no tunnel' }
const FULL: Ending = { code: 'circuit_limit', message: 'the machine carries no more circuits of yours' }
const SILENT: Ending = { code: 'accept_timeout', message: 'the machine did not dial back' }
const EARLY: Ending = { code: 'invalid_request', message: 'nothing is said before the splice' }
