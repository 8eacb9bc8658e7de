/** A WebSocket client over a bare TCP socket, which reads only when it is told to (RFC 6455). */
import { connect, type Socket } from 'node:net'

export interface StalledClient {
  sendText(text: string): void
  /** Reads from here on; resolves with the payload of `bytes` bytes of binary messages. */
  read(bytes: number): Promise<Buffer>
  destroy(): void
}

const SENT_OF_AN_UPGRADE =
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'

export async function dialStalled(port: number, path: string): Promise<StalledClient> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}) // a reset by the relay is how some tests end
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${SENT_OF_AN_UPGRADE}\r\n`)
  await new Promise<void>((resolve) => socket.once('data', () => resolve()))
  socket.pause()
  return {
    sendText(text) {
      const payload = Buffer.from(text)
      const head = Buffer.alloc(8) // FIN + text, masked by zeros, 16-bit length
      head[0] = 0x81
      head[1] = 0x80 | 126
      head.writeUInt16BE(payload.length, 2)
      socket.write(Buffer.concat([head, payload]))
    },
    read: (bytes) => readBinary(socket, bytes),
    destroy: () => socket.destroy(),
  }
}

function readBinary(socket: Socket, bytes: number): Promise<Buffer> {
  const payloads: Buffer[] = []
  let have = 0
  let rest = Buffer.alloc(0)
  return new Promise((resolve) => {
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, Buffer.from(chunk)])
      for (let frame = firstFrame(rest); frame !== null; frame = firstFrame(rest)) {
        rest = rest.subarray(frame.size)
        if (frame.opcode !== 2) continue
        payloads.push(frame.payload)
        have += frame.payload.length
      }
      if (have >= bytes) resolve(Buffer.concat(payloads))
    })
    socket.resume()
  })
}

function firstFrame(bytes: Buffer): { opcode: number; payload: Buffer; size: number } | null {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return null
  const head = second === 126 ? 4 : 2
  if (bytes.length < head) return null
  const length = second === 126 ? bytes.readUInt16BE(2) : second
  const size = head + length
  return bytes.length < size ? null : { opcode: first & 15, payload: bytes.subarray(head, size), size }
}
