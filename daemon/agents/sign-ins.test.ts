/** Status commands of real processes. */
import { expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { type Clock, systemClock } from '../../shared/time.ts'
import { daemonLimits } from '../limits.ts'
import { createAgents } from './agents.ts'
import { signalGroup } from './process-group.ts'
import { createSignIns } from './sign-ins.ts'

function signInsIn(home: string, script: string, more: { clock?: Clock; signInStatusMs?: number } = {}) {
  const bin = join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'claude'), `#!/bin/sh\necho $$ >> "$HOME/asked"\n${script}\n`)
  chmodSync(join(bin, 'claude'), 0o755)
  const { clock = systemClock, signInStatusMs = daemonLimits.signInStatusMs } = more
  const limits = { ...daemonLimits, signInStatusMs }
  const inherited = { PATH: `${bin}:/usr/bin:/bin`, HOME: home }
  const agents = createAgents({
    inherited,
    agentCommands: {},
    home,
    bunPath: process.execPath,
    demoMain: join(home, 'demo.ts'),
    clock,
    limits,
  })
  const entry = agents.entry('claude')
  if (!entry.ok) throw entry.error
  const signIns = createSignIns({ agents, secretsOf: () => ({ ANTHROPIC_API_KEY: 'sk-1' }), clock, limits })
  return { ask: () => signIns.ask(entry.value), forget: () => signIns.forget('claude') }
}
const asked = (home: string): number[] =>
  existsSync(join(home, 'asked'))
    ? readFileSync(join(home, 'asked'), 'utf8').trim().split('\n').map(Number)
    : []

test('it is asked once for all who want to know, with the stored key, and again when that is old or forgotten', async () => {
  await using home = await tempHome()
  let now = 1_000_000
  const clock: Clock = { now: () => now, after: systemClock.after }
  const script = 'test "$ANTHROPIC_API_KEY" = sk-1 && echo \'{"loggedIn": true}\''
  const { ask, forget } = signInsIn(home.path, script, { clock })
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([true, true, true])
  expect(asked(home.path)).toHaveLength(1)
  now += daemonLimits.signInCacheMs
  expect(await ask()).toBe(true)
  forget()
  expect(await ask()).toBe(true)
  expect(asked(home.path)).toHaveLength(3)
})

test('one that does not answer in time is ended, and nobody could tell', async () => {
  await using home = await tempHome()
  const { ask } = signInsIn(home.path, 'sleep 600 & sleep 600', { signInStatusMs: 300 })
  expect(await ask()).toBeNull()
  const [leader = 0] = asked(home.path)
  await waitFor('the group to be gone', 20_000, () => !signalGroup(leader, 0))
}, 30_000)
