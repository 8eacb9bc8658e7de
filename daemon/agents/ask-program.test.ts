import { expect, test } from 'bun:test'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { systemClock } from '../../shared/time.ts'
import { daemonLimits } from '../limits.ts'
import { askProgram } from './ask-program.ts'
import { signalGroup } from './process-group.ts'

const deps = { clock: systemClock, limits: daemonLimits }
const shell = (script: string, more = {}) =>
  askProgram(
    {
      argv: ['/bin/sh', '-c', script],
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
      ms: 20_000,
      bytes: 100,
      ...more,
    },
    deps,
  )

test('both streams are read, each to its bound, and the code is told', async () => {
  expect(await shell('echo out; echo err >&2; exit 3')).toEqual({
    code: 3,
    late: false,
    stdout: 'out\n',
    stderr: 'err\n',
  })
  const long = await shell('i=0; while [ $i -lt 2000 ]; do echo 0123456789; i=$((i+1)); done')
  expect(long?.stdout.length).toBe(100)
})

test('one that takes too long is ended together with what it started', async () => {
  const answer = await shell('echo $$; trap "" TERM; sleep 600 & sleep 600; sleep 600', { ms: 300 })
  expect(answer).toMatchObject({ late: true, code: null })
  const leader = Number(answer?.stdout)
  expect(leader).toBeGreaterThan(1)
  await waitFor('the group to be gone', 20_000, () => !signalGroup(leader, 0))
}, 30_000)

test('what is no program answers nothing', async () => {
  expect(await shell('', { argv: ['/nowhere/claude'] })).toBeNull()
})
