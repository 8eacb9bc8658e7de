import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { processTable } from './processes.ts'
import { hasEntry, parseStat } from './processes-linux.ts'
import { parsePs } from './processes-macos.ts'

test('the table knows this process and its child, by marker and by descent', async () => {
  const child = spawn('cat', [], { env: { FAIRLEAD_TEST_MARK: 'yes' }, detached: true })
  // Its answer says that the program runs: before, its environment may still be empty.
  child.stdin.write('x')
  await once(child.stdout, 'data')
  const table = processTable(process.platform)
  const pid = child.pid ?? 0
  expect(table.list()).toContainEqual(
    expect.objectContaining({ pid, ppid: process.pid, pgid: pid, sid: pid }),
  )
  expect(table.find(pid)?.zombie).toBe(false)
  expect(table.marked(pid, 'FAIRLEAD_TEST_MARK=yes')).toBe(true)
  expect(table.marked(pid, 'FAIRLEAD_TEST_MARK=ye')).toBe(false)
  expect(table.command(pid)).toBe('cat')
  expect(table.stamp()).not.toBe('')
  child.stdin.end()
  await once(child, 'exit')
  expect(table.find(pid)).toBeUndefined()
  expect(table.marked(pid, 'FAIRLEAD_TEST_MARK=yes')).toBe(false)
  expect(table.command(pid)).toBe('')
})

test('a name with spaces and parentheses does not shift the fields of stat', () => {
  const rest = Array.from({ length: 30 }, (_, index) => index + 4).join(' ')
  const stat = `7 (a) R (b c)) Z 1 ${rest}`
  expect(parseStat(7, stat)).toEqual({ pid: 7, ppid: 1, pgid: 4, sid: 5, start: 21, zombie: true })
  expect(parseStat(7, '7 (cut')).toBeUndefined()
})

test('a marker counts only as a whole entry', () => {
  const has = (environ: string): boolean => hasEntry(Buffer.from(environ), Buffer.from('M=r_1'))
  expect(has('A=1\0M=r_1\0B=2\0')).toBe(true)
  expect(has('M=r_1\0')).toBe(true)
  expect(has('XM=r_1\0M=r_12\0')).toBe(false)
  expect(has('XM=r_1\0M=r_1')).toBe(true)
})

test('rows of ps are read with their start and environment', () => {
  const output = [
    '  501     1   501 Ss   Mon Nov  2 09:05:01 2026     /bin/zsh -l TERM=xterm M=r_1',
    ' 5012   501  5012 Z+   Mon Nov  2 09:05:02 2026     (node)',
    'not a row',
  ].join('\n')
  expect(parsePs(output)).toEqual([
    expect.objectContaining({
      pid: 501,
      ppid: 1,
      pgid: 501,
      zombie: false,
      text: '/bin/zsh -l TERM=xterm M=r_1',
    }),
    expect.objectContaining({ pid: 5012, ppid: 501, pgid: 5012, zombie: true }),
  ])
})
