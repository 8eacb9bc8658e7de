import { expect, test } from 'bun:test'
import { createKeyboard, readKeys } from './keyboard.ts'

function typewriter() {
  let onText = (_: string) => {}
  let onEnd = () => {}
  const did: string[] = []
  const source = {
    listen: (text: (text: string) => void, end: () => void) => {
      onText = text
      onEnd = end
    },
    readAll: () => Promise.resolve(''),
    blind: (on: boolean) => void did.push(on ? 'blind' : 'seeing'),
    interrupt: () => void did.push('interrupt'),
  }
  return { source, did, type: (text: string) => onText(text), end: () => onEnd() }
}

test('a line typed before the question was asked does not answer it', async () => {
  const { source, type } = typewriter()
  const keyboard = createKeyboard(source, true)
  const idle: (string | null)[] = []
  keyboard.onIdleLine((line) => idle.push(line))
  type('1\n')
  const answer = keyboard.nextLine()
  type('2')
  type('\n3\n')
  expect(await answer).toBe('2')
  expect(idle).toEqual(['1', '3'])
})

test('a question that was settled elsewhere takes no line', async () => {
  const { source, type } = typewriter()
  const keyboard = createKeyboard(source, true)
  const idle: (string | null)[] = []
  keyboard.onIdleLine((line) => idle.push(line))
  const settled = new AbortController()
  const answer = keyboard.nextLine(settled.signal)
  settled.abort()
  type('1\n')
  expect(await answer).toBeNull()
  expect(idle).toEqual(['1'])
})

test('the end of the input answers what is asked and what will be', async () => {
  const { source, end } = typewriter()
  const keyboard = createKeyboard(source, true)
  const answer = keyboard.nextLine()
  end()
  expect(await answer).toBeNull()
  expect(await keyboard.nextLine()).toBeNull()
})

test('a secret is typed blind, and the terminal sees again afterwards', async () => {
  const { source, did, type } = typewriter()
  const answer = createKeyboard(source, true).nextLine(undefined, true)
  type('hunteR\u007f2\u0003\r')
  expect(await answer).toBe('hunte2')
  expect(did).toEqual(['blind', 'interrupt', 'seeing'])
})

test('lines end at any newline; the rest waits for more', () => {
  expect(readKeys('a', 'b\r\nc\nd')).toEqual({
    lines: ['ab', 'c'],
    rest: 'd',
    interrupted: false,
    ended: false,
  })
  expect(readKeys('', '\u0004').ended).toBe(true)
})
