/** A device's way to a machine: the relay judges its capability and splices. */
import { AppError, type ErrorCode, errorCodes, ok, type Result } from '../errors.ts'
import type { Clock } from '../time.ts'
import { ErrorEnvelope } from '../wire/envelope.ts'
import { relayCodeOf } from './close-codes.ts'
import { type ConnectHello, RELAY_VERSION, Ready } from './messages.ts'
import { readControl } from './read-control.ts'
import { type SocketChannel, socketChannel } from './socket-channel.ts'

export interface ConnectOptions {
  /** `wss://relay/relay/connect`. */
  url: string
  capability: string
  clock: Clock
  openSocket(url: string): WebSocket
}

/** The spliced channel, or why not: the relay's own refusal, `connection_lost` where it said nothing. */
export function dialConnect(options: ConnectOptions): Promise<Result<SocketChannel>> {
  const socket = options.openSocket(options.url)
  const hello: ConnectHello = { v: RELAY_VERSION, capability: options.capability }
  return new Promise((resolve) => {
    let refusal: AppError | null = null
    socket.onopen = () => socket.send(JSON.stringify(hello))
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (readControl(Ready, data)) return resolve(ok(socketChannel(socket, options.clock)))
      const said = readControl(ErrorEnvelope, data)
      if (said && isCode(said.error.code)) refusal = new AppError(said.error.code, said.error.message)
    }
    socket.onclose = ({ code }) => {
      const known = relayCodeOf(code)
      const error = refusal ?? new AppError(known ?? 'connection_lost', 'the relay closed the connection')
      resolve({ ok: false, error })
    }
    // The close that follows says the same.
    socket.onerror = () => undefined
  })
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)
