import { expect, test } from 'bun:test'
import type { Channel, ChannelEvents } from '../circuit/channel.ts'
import { openingChannel } from './opening-channel.ts'

function handChannel() {
  let events: ChannelEvents | null = null
  const sent: Uint8Array[] = []
  const closes: string[] = []
  const channel: Channel = {
    send: (message) => void sent.push(message),
    writable: true,
    close: (code) => void closes.push(code),
    listen: (given) => {
      events = given
    },
  }
  const arrive = (...bytes: number[]): void => {
    for (const byte of bytes) events?.onMessage(Uint8Array.of(byte))
  }
  return { channel, sent, closes, arrive, end: () => events?.onClose() }
}

test('messages are received one by one, whether they came before or after they were asked for', async () => {
  const { channel, arrive } = handChannel()
  const opening = openingChannel(channel)
  arrive(1, 2)
  expect(await opening.receive()).toEqual(Uint8Array.of(1))
  expect(await opening.receive()).toEqual(Uint8Array.of(2))
  const third = opening.receive()
  arrive(3)
  expect(await third).toEqual(Uint8Array.of(3))
})

test('the rest goes to the circuit, in order, and so does the end', () => {
  const { channel, arrive, end } = handChannel()
  const opening = openingChannel(channel)
  arrive(1)
  const seen: (number | 'closed')[] = []
  opening.rest().listen({
    onMessage: (message) => void seen.push(message[0] ?? -1),
    onWritable: () => undefined,
    onClose: () => void seen.push('closed'),
  })
  arrive(2)
  end()
  end()
  expect(seen).toEqual([1, 2, 'closed'])
})

test('a channel that closes answers whoever waits, and everybody after', async () => {
  const { channel, end } = handChannel()
  const opening = openingChannel(channel)
  const waiting = opening.receive()
  end()
  expect(await waiting).toBeNull()
  expect(await opening.receive()).toBeNull()
  await opening.ended
})

test('a circuit that closes its channel is not told of it', async () => {
  const { channel, closes } = handChannel()
  const opening = openingChannel(channel)
  const rest = opening.rest()
  let told = 0
  rest.listen({ onMessage: () => undefined, onWritable: () => undefined, onClose: () => void told++ })
  rest.close('idle')
  await opening.ended
  expect([closes, told]).toEqual([['idle'], 0])
})

test('what floods an opening that nobody reads is closed', async () => {
  const { channel, closes, arrive } = handChannel()
  const opening = openingChannel(channel)
  for (let n = 0; n < 50; n++) arrive(n)
  await opening.ended
  expect(closes).toEqual(['protocol_error'])
})
