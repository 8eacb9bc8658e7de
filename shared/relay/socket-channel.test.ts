/** A channel over a real WebSocket. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { systemClock } from '../time.ts'
import { closeCodeOf } from './close-codes.ts'
import { type SocketChannel, socketChannel } from './socket-channel.ts'

let server: Bun.Server<undefined>
let onSocket: (socket: Bun.ServerWebSocket<undefined>) => void = () => undefined
let onBytes: (bytes: number) => void = () => undefined

beforeAll(() => {
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request, at) => (at.upgrade(request) ? undefined : new Response(null)),
    websocket: {
      open: (socket) => onSocket(socket),
      message: (_, data) => onBytes(data.length),
    },
  })
})
afterAll(() => server.stop(true))

async function dial(): Promise<{ channel: SocketChannel; peer: Bun.ServerWebSocket<undefined> }> {
  const peer = new Promise<Bun.ServerWebSocket<undefined>>((resolve) => {
    onSocket = resolve
  })
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}`)
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  return { channel: socketChannel(socket, systemClock), peer: await peer }
}

function heard(channel: SocketChannel) {
  const seen: number[][] = []
  const closed = Promise.withResolvers<void>()
  const writable = Promise.withResolvers<void>()
  const message = Promise.withResolvers<void>()
  channel.listen({
    onMessage(bytes) {
      seen.push([...bytes])
      message.resolve()
    },
    onWritable: writable.resolve,
    onClose: closed.resolve,
  })
  return { seen, closed: closed.promise, writable: writable.promise, message: message.promise }
}

test('messages come as they were sent; text is the relay’s and none of them', async () => {
  const { channel, peer } = await dial()
  peer.sendBinary(Uint8Array.of(1))
  peer.sendText('{"error": {}}')
  peer.sendBinary(Uint8Array.of(2))
  peer.close(closeCodeOf('revoked'))
  const { seen, closed } = heard(channel)
  await closed
  expect(seen).toEqual([[1], [2]])
  expect(channel.closedFor()).toBe('revoked')
})

test('a close that came before anybody listened is told all the same', async () => {
  const { channel, peer } = await dial()
  peer.close(1001)
  await heard(channel).closed
  expect(channel.closedFor()).toBeNull()
})

test('a full socket says so, nothing is lost, and it tells when there is room', async () => {
  const { channel } = await dial()
  let bytes = 0
  const all = Promise.withResolvers<void>()
  const message = new Uint8Array(65_535)
  const count = 400
  onBytes = (more) => {
    bytes += more
    if (bytes === count * message.length) all.resolve()
  }
  const { writable } = heard(channel)
  let full = 0
  for (let n = 0; n < count; n++) {
    channel.send(message)
    if (!channel.writable) full++
  }
  if (full > 0) await writable
  await all.promise
  expect(bytes).toBe(count * message.length)
  expect(full).toBeGreaterThan(0)
  channel.close('done')
  channel.send(message)
})
