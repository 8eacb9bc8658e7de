import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { clockSite } from './clock-site.ts'

test.each([
  'Date.now()',
  'new Date()',
  'Date()',
  'performance.now()',
  'setTimeout(f, 1)',
  'globalThis.setInterval(f, 1)',
  'Math.random()',
  'crypto.getRandomValues(bytes)',
  'crypto.randomUUID()',
  'randomBytes(8)',
])('%s stands at a root only', (text) => {
  expect(brokenBy(clockSite, { 'daemon/a.ts': `f()\n${text}` })).toEqual(['daemon/a.ts:2'])
  const roots = [
    'shared/time.ts',
    'shared/ids.ts',
    'daemon/keeper/main.ts',
    'scripts/dev.ts',
    'daemon/a.test.ts',
  ]
  for (const path of roots) expect(brokenBy(clockSite, { [path]: text })).toEqual([])
})

test('an instant that was given is not a clock', () => {
  expect(
    brokenBy(clockSite, { 'ui/a.ts': 'new Date(at).toISOString(); clock.now(); Date.parse(x)' }),
  ).toEqual([])
})
