import { expect, test } from 'bun:test'
import { SUITE_MARK } from '../../shared/testing/suite-mark.ts'
import { isAlive } from '../cli/is-alive.ts'
import { endMarked, markedProcesses } from './marked.ts'
import { runStep } from './run-step.ts'

const run = (script: string, deadlineMs = 60_000) =>
  runStep({ words: ['sh', '-c', script], cwd: import.meta.dir, env: process.env, deadlineMs, graceMs: 200 })

test('answers the exit code and the end of what was said', async () => {
  expect(await run('echo said >&2; exit 3')).toEqual({ exitCode: 3, tail: 'said\n', left: [] })
})

test('past its deadline a program is killed', async () => {
  const { exitCode } = await run('exec sleep 60', 100)
  expect(exitCode).toBeNull()
})

test('what is left running, with the pipe in its hand, is ended and told', async () => {
  const mark = crypto.randomUUID()
  const child = Bun.spawn(['sleep', '60'], { env: { ...process.env, [SUITE_MARK]: mark } })
  expect(markedProcesses(mark)).toEqual([{ pid: child.pid, command: 'sleep 60' }])
  expect(await endMarked(mark, 0)).toEqual([{ pid: child.pid, command: 'sleep 60' }])
  await child.exited
  expect(isAlive(child.pid)).toBe(false)
  expect(await endMarked(mark, 0)).toEqual([])
})

test('a process that outlives its step does not hold the step up', async () => {
  const { exitCode, left } = await run('sleep 300 & echo gone >&2')
  expect(exitCode).toBe(0)
  expect(left).toMatchObject([{ command: 'sleep 300' }])
})
