import { expect, test } from 'bun:test'
import { type MemoryEnd, memoryPair } from './memory-channel.ts'
import { seededRandom } from './seeded-random.ts'

const turn = (): Promise<void> => new Promise((done) => setImmediate(done))

function listening(end: MemoryEnd) {
  const heard: string[] = []
  end.listen({
    onMessage: (message) => heard.push(String(message[0])),
    onWritable: () => heard.push('writable'),
    onClose: () => heard.push('closed'),
  })
  return heard
}

test('messages keep their order, whatever chance does to their timing', async () => {
  const { a, b } = memoryPair({ random: seededRandom(3), turnsMost: 4 })
  const heard = listening(b)
  for (let n = 0; n < 50; n++) a.send(Uint8Array.of(n))
  while (a.onTheWay > 0) await turn()
  expect(heard).toEqual(Array.from({ length: 50 }, (_, n) => String(n)))
})

test('an end that is full says so, and when that is over', async () => {
  const { a, b } = memoryPair({ highWater: 2 })
  const told = listening(a)
  listening(b)
  a.pause()
  a.send(Uint8Array.of(1))
  expect(a.writable).toBe(true)
  a.send(Uint8Array.of(2))
  expect(a.writable).toBe(false)
  a.resume()
  await turn()
  expect([a.writable, told]).toEqual([true, ['writable']])
})

test('closing delivers what was sent and tells the peer; a cut delivers nothing and tells both', async () => {
  const closing = memoryPair()
  const heard = listening(closing.b)
  closing.a.send(Uint8Array.of(1))
  closing.a.close('idle')
  await turn()
  expect([heard, closing.a.closedWith]).toEqual([['1', 'closed'], 'idle'])

  const cut = memoryPair()
  const both = [listening(cut.a), listening(cut.b)]
  cut.a.send(Uint8Array.of(1))
  cut.cut()
  await turn()
  await turn()
  expect(both).toEqual([['closed'], ['closed']])
})
