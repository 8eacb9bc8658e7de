/** Agents that are shut down for being idle: what is left of them, what survives, and what comes back. */
import { expect, test } from 'bun:test'
import { markedProcesses } from '../../shared/testing/processes.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { textOf } from '../testing/machine.ts'
import { data, type Rig, until, untilSession } from '../testing/rig.ts'
import { createLives, keeperOf, type Lives } from './testing/lives.ts'
import { privateMemory } from './testing/private-memory.ts'

const begin = async ({ home, rig }: Lives, text: string): Promise<string> => {
  const { id } = data(await rig().api.v1.sessions.post({ agent: 'demo', cwd: home, text }))
  await until(rig(), id, (event) => event.type === 'turn_result')
  return id
}
const say = async (rig: Rig, session: string, text: string): Promise<string> => {
  const { seq } = data(await rig.api.v1.sessions({ session }).prompt.post({ text }))
  return textOf(await until(rig, session, (event) => event.type === 'turn_result', seq))
}
const park = async (rig: Rig, session: string) => data(await rig.api.v1.sessions({ session }).park.post())

/** What runs in this home beside the daemon and its keeper. */
async function agents({ home, rig }: Lives): Promise<string[]> {
  const own = [rig().pid, await keeperOf(rig())]
  return markedProcesses('HOME', home).flatMap(({ pid, command }) => (own.includes(pid) ? [] : [command]))
}

test.concurrent('nothing of an agent is left when it was shut down, and the conversation goes on with the next message', async () => {
  await using lives = await createLives()
  const rig = await lives.start()
  const session = await begin(lives, 'say: remember me')
  expect(await agents(lives)).toHaveLength(1)
  expect(await park(rig, session)).toMatchObject({ status: 'parked', reason: 'parked' })
  expect(await agents(lives)).toEqual([])
  expect(await say(rig, session, 'recall')).toContain('remember me')
}, 20_000)

test.concurrent('nothing is left of one that ignores SIGTERM either', async () => {
  await using lives = await createLives()
  const rig = await lives.start()
  const session = await begin(lives, 'ignore-sigterm')
  const parked = await park(rig, session)
  expect(parked).toMatchObject({ status: 'parked' })
  expect(parked.unconfirmed).toBeUndefined()
  expect(await agents(lives)).toEqual([])
}, 30_000)

test.concurrent('one that is idle for long enough is shut down by itself, one in a turn is not', async () => {
  await using lives = await createLives({ limits: { parkAfterMs: 300 } })
  const rig = await lives.start()
  const busy = data(await rig.api.v1.sessions.post({ agent: 'demo', cwd: lives.home, text: 'hang' })).id
  await untilSession(rig, busy, ({ status }) => status === 'running')
  const idle = await begin(lives, 'say: done')
  await untilSession(rig, idle, ({ status }) => status === 'parked')
  expect(data(await rig.api.v1.sessions({ session: busy }).get()).status).toBe('running')
}, 20_000)

test.concurrent('a daemon killed while an agent is shut down: its successor has it parked, with nothing left, and fetches nobody', async () => {
  await using lives = await createLives()
  const rig = await lives.start()
  const session = await begin(lives, 'ignore-sigterm')
  // Not awaited: the ladder takes seconds, and nobody hears the answer.
  const asked = rig.api.v1.sessions({ session }).park.post()
  await untilSession(rig, session, ({ status }) => status === 'stopping')
  await lives.kill()
  await asked.catch(() => null)
  const next = await lives.start()
  await untilSession(next, session, ({ status }) => status === 'parked')
  await waitFor('the agent to end', 15_000, () => markedProcesses('HOME', lives.home).length <= 2)
  expect(await agents(lives)).toEqual([])

  await lives.stop('keep')
  const last = await lives.start()
  await last.api.v1.sessions.get()
  expect(data(await last.api.v1.sessions({ session }).get()).status).toBe('parked')
  expect(await agents(lives)).toEqual([])
}, 40_000)

test.concurrent('switched off, bringing back does not happen: each session says so and comes with the next message', async () => {
  await using lives = await createLives()
  const first = await lives.start()
  const sessions = [await begin(lives, 'say: remember me'), await begin(lives, 'say: and me')]
  data(await first.api.v1.settings.patch({ bringBack: false, maxLiveSessions: 12, maxActiveTurns: 5 }))
  await lives.stop('keep')
  const second = await lives.start()
  for (const session of sessions) {
    const left = await untilSession(second, session, ({ detail }) => detail !== undefined)
    expect(left).toMatchObject({ status: 'interrupted', reason: 'daemon_shutdown' })
    expect(left.detail).toContain('settings of this machine')
  }
  expect(await agents(lives)).toEqual([])
  expect(await say(second, sessions[0] ?? '', 'recall')).toContain('remember me')
}, 30_000)

test('twenty times shut down and fetched again, after five to warm up, the daemon has not grown by a tenth', async () => {
  // Interpreted: code that is compiled while it warms up is no memory of a session's, and more than all of that.
  await using lives = await createLives({ env: () => ({ BUN_JSC_useJIT: '0' }) })
  const rig = await lives.start()
  const session = await begin(lives, 'say: hello')
  const cycles = async (count: number): Promise<number> => {
    for (let n = 0; n < count; n++) {
      await park(rig, session)
      await say(rig, session, 'say: again')
    }
    return privateMemory(rig)
  }
  const before = await cycles(5)
  expect(await cycles(20)).toBeLessThanOrEqual(before * 1.1)
}, 120_000)
