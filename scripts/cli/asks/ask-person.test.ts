import { expect, test } from 'bun:test'
import type { Ask } from '../../../shared/wire/ask.ts'
import type { Output } from '../output.ts'
import { styleOf } from '../style.ts'
import { askPerson, type Person } from './ask-person.ts'

const signal = new AbortController().signal
const head = { id: 'a', session: 's', openedAt: 1 }
const permission: Ask = {
  ...head,
  kind: 'permission',
  permission: {
    toolCall: { toolCall: 't' },
    options: [
      { id: 'first', name: 'Allow', kind: 'allow_always' },
      { id: 'second', name: 'No', kind: 'reject_once' },
    ],
  },
}
const question: Ask = {
  ...head,
  kind: 'question',
  question: {
    message: 'm',
    fields: [
      { name: 'c', kind: 'choice', label: 'C', required: true, choices: [{ value: 'r', label: 'Red' }] },
      { name: 'n', kind: 'integer', label: 'N', required: false },
      { name: 's', kind: 'text', label: 'S', required: true, secret: true },
    ],
  },
}

/** A person who types these lines and then leaves. */
function typing(...lines: string[]) {
  const said: string[] = []
  const blind: boolean[] = []
  const output: Output = {
    json: false,
    style: styleOf(false),
    noteStyle: styleOf(false),
    gone: signal,
    write: () => {},
    line: () => {},
    value: () => {},
    note: (text) => void said.push(text),
    noteWrite: (text) => void said.push(text),
    fail: () => {},
    drained: () => Promise.resolve(),
  }
  const person: Person = {
    output,
    order: (line) => line === '/cancel',
    keyboard: {
      present: true,
      nextLine: (_, secret = false) => {
        blind.push(secret)
        return Promise.resolve(lines.shift() ?? null)
      },
      readAll: () => Promise.resolve(''),
      onIdleLine: () => {},
    },
  }
  return { person, said, blind }
}

test('an empty line, a yes and an order choose nothing; a number does', async () => {
  const { person, said } = typing('', 'y', '3', '/cancel', '2')
  expect(await askPerson(person, permission, signal)).toEqual({ option: 'second' })
  expect(said.filter((text) => text.startsWith('Type a number'))).toHaveLength(3)
})

test('a person who leaves has answered nothing', async () => {
  expect(await askPerson(typing().person, permission, signal)).toBeNull()
  expect(await askPerson(typing('1').person, question, signal)).toBeNull()
})

test('a form is filled field by field; empty skips, a problem asks again, a secret is typed blind', async () => {
  const { person, said, blind } = typing('9', '1', '', 'hush')
  expect(await askPerson(person, question, signal)).toEqual({
    action: 'accept',
    values: { c: 'r', s: 'hush' },
  })
  expect(said).toContain('  choose a number from 1 to 1')
  expect(blind).toEqual([false, false, false, true])
})

test('a dash declines a form at any field', async () => {
  expect(await askPerson(typing('1', '-').person, question, signal)).toEqual({ action: 'decline' })
})
