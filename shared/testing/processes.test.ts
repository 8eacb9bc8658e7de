import { expect, test } from 'bun:test'
import { markedProcesses, noneMarked } from './processes.ts'
import { rejection } from './rejection.ts'
import { waitFor } from './wait-for.ts'

const NAME = 'FAIRLEAD_TEST_MARK'
const mark = (): string => `processes-${process.pid}-${crypto.randomUUID()}`

test('finds a marked process and its children, and nothing once they have ended', async () => {
  const value = mark()
  const child = Bun.spawn(['sh', '-c', 'sleep 60 & wait'], { env: { PATH: '/usr/bin:/bin', [NAME]: value } })
  const both = await waitFor('sh and sleep', 5_000, () => {
    const found = markedProcesses(NAME, value)
    return found.length === 2 && found.some(({ command }) => command === 'sleep 60') && found
  })
  expect(both.map(({ pid }) => pid)).toContain(child.pid)
  expect(String(await rejection(noneMarked(NAME, value, 30)))).toMatch(/still there after 30 ms: .*sleep 60/)
  for (const { pid } of both) process.kill(pid, 'SIGKILL')
  await child.exited
  await noneMarked(NAME, value)
})

test('a value that only begins the same, and this process itself, are not found', async () => {
  const value = mark()
  const child = Bun.spawn(['sleep', '60'], { env: { PATH: '/usr/bin:/bin', [NAME]: `${value}-longer` } })
  await waitFor('the longer one', 5_000, () => markedProcesses(NAME, `${value}-longer`).length === 1)
  expect(markedProcesses(NAME, value)).toEqual([])
  child.kill('SIGKILL')
  await child.exited
})
