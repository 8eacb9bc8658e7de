/** The machine's side of a circuit: whoever says the circuit's secret, which only went down its tunnel, is the daemon. */
import { timingSafeEqual } from 'node:crypto'
import { AcceptHello } from '../../shared/relay/messages.ts'
import type { Clock } from '../../shared/time.ts'
import { fromBase64url } from '../../shared/token/base64url.ts'
import type { Circuits } from './circuits.ts'
import { awaitHello } from './hello.ts'
import type { RelayLimits } from './limits.ts'
import { closeSocket, type Ending } from './refusal.ts'
import type { Socket } from './socket.ts'

export interface AcceptDeps {
  circuits: Circuits
  clock: Clock
  limits: RelayLimits
}

/** Compared with when no such circuit waits, so that both answers take as long. */
const NOBODY = new Uint8Array(32)

export function openAccept(deps: AcceptDeps, socket: Socket): void {
  const { circuits, limits } = deps
  const late: Ending = { code: 'idle', message: `no hello within ${limits.helloMs} ms` }
  awaitHello(deps, socket, { schema: AcceptHello, withinMs: limits.helloMs, late }, (hello) => {
    const waiting = circuits.waiting.get(hello.circuit)
    const said = fromBase64url(hello.secret)
    const equal = said !== null && timingSafeEqual(said, waiting?.secret ?? NOBODY)
    if (waiting === undefined || !equal) return closeSocket(socket, UNKNOWN)
    waiting.accept(socket)
  })
}

/** One answer for a wrong secret, a circuit answered already, given up or never asked for. */
const UNKNOWN: Ending = { code: 'unauthenticated', message: 'no circuit waits for this secret' }
