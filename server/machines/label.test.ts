import { expect, test } from 'bun:test'
import { machineLabel } from './label.ts'

test.each([
  ['tower', 'tower'],
  ['Ada’s MacBook Pro.local', 'Ada-s-MacBook-Pro.local'],
  ['-x-', 'x-'],
  ['...', 'machine'],
  ['修正', 'machine'],
  ['', 'machine'],
  ['h'.repeat(80), 'h'.repeat(63)],
])('a host called %p is labelled %s', (hostname, label) => expect(machineLabel(hostname)).toBe(label))
