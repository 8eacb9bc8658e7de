/** The first message of every relay socket: one text frame, small, soon, in a version we speak. */
import { RELAY_VERSION } from '../../shared/relay/messages.ts'
import type { Clock } from '../../shared/time.ts'
import { type Static, type TSchema, Type } from '../../shared/typebox.ts'
import { readControl } from './control-text.ts'
import type { RelayLimits } from './limits.ts'
import { closeSocket, type Ending } from './refusal.ts'
import type { Socket } from './socket.ts'

interface HelloWanted<T extends TSchema> {
  schema: T
  withinMs: number
  late: Ending
}

const Versioned = Type.Object({ v: Type.Integer() })

/** Calls `heard` with what was said, or closes the socket with the reason. `heard` takes over the socket's listener. */
export function awaitHello<T extends TSchema>(
  { clock, limits }: { clock: Clock; limits: RelayLimits },
  socket: Socket,
  wanted: HelloWanted<T>,
  heard: (hello: Static<T>) => void,
): void {
  const timer = clock.after(wanted.withinMs, () => closeSocket(socket, wanted.late))
  const settle = (): void => {
    timer.cancel()
    socket.data.place?.()
    socket.data.place = null
  }
  const invalid = (message: string): void => closeSocket(socket, { code: 'invalid_request', message })
  socket.data.listener = {
    text(text) {
      settle()
      const versioned = readControl(Versioned, text, limits.controlBytes)
      if (versioned !== null && versioned.v !== RELAY_VERSION) {
        return closeSocket(socket, {
          code: 'version_unsupported',
          message: 'this relay speaks another version',
        })
      }
      const hello = readControl(wanted.schema, text, limits.controlBytes)
      if (hello === null)
        return invalid(`the first message is no hello of at most ${limits.controlBytes} bytes`)
      heard(hello)
    },
    binary: () => invalid('the first message is text'),
    drained() {},
    closed: settle,
  }
}
