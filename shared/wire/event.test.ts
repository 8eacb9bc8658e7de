import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from '../typebox.ts'
import { SessionEvent } from './event.ts'

/** Events as they were recorded, oldest forms first. Lines are added, none is changed: old logs must stay readable. */
const recorded: unknown[] = readFileSync(join(import.meta.dir, 'fixtures', 'events.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))

const types = SessionEvent.anyOf.map((event) => event.properties.type.const)

test('every recorded event still parses', () => {
  const broken = recorded.filter((event) => !Value.Check(SessionEvent, event))
  expect(broken).toEqual([])
})

test('an event of every type is recorded', () => {
  const seen = new Set(recorded.map((event) => (Value.Check(SessionEvent, event) ? event.type : null)))
  expect(types.filter((type) => !seen.has(type))).toEqual([])
})

test('what is no event does not parse', () => {
  const [first] = recorded
  if (typeof first !== 'object' || first === null) throw new Error('no event is recorded')
  expect(Value.Check(SessionEvent, { ...first, type: 'made_up' })).toBe(false)
  expect(Value.Check(SessionEvent, { ...first, seq: 0 })).toBe(false)
})
