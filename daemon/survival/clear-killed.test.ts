/** A conversation that is being cleared while the daemon, its keeper or both die: cleared in the end, or as it was. */
import { expect, test } from 'bun:test'
import type { SessionEvent } from '../../shared/wire/event.ts'
import { textOf } from '../testing/machine.ts'
import { data, eventsOf, type Rig, until, untilSession } from '../testing/rig.ts'
import { readJournal } from './testing/journal.ts'
import { createLives, keeperOf, type Lives } from './testing/lives.ts'

const WORD = 'the word is lighthouse'

/** A session in which something was said that is to be forgotten. */
async function told(lives: Lives): Promise<{ id: string; conversation: string | null }> {
  const rig = lives.rig()
  const { id } = data(
    await rig.api.v1.sessions.post({ agent: 'demo', cwd: lives.home, text: `say: ${WORD}` }),
  )
  await until(rig, id, (event) => event.type === 'turn_result')
  const { conversation } = await untilSession(rig, id, (now) => now.status === 'idle')
  return { id, conversation }
}

async function recall(rig: Rig, session: string): Promise<string> {
  const { seq } = data(await rig.api.v1.sessions({ session }).prompt.post({ text: 'recall' }))
  return textOf(await until(rig, session, (event) => event.type === 'turn_result', seq))
}

const isCleared = (event: SessionEvent): boolean => event.type === 'context_cleared'

test.concurrent('what was cleared came back word for word after a restart: the cleared conversation is what is resumed', async () => {
  await using lives = await createLives()
  const rig = await lives.start()
  const { id, conversation } = await told(lives)
  expect(await recall(rig, id)).toContain(WORD)
  data(await rig.api.v1.sessions({ session: id }).clear.post())
  await until(rig, id, isCleared)
  const now = await untilSession(rig, id, (one) => one.status === 'idle' && one.clearing === undefined)
  expect(now.conversation).not.toBe(conversation)
  expect(await recall(rig, id)).not.toContain(WORD)
  await lives.stop('all')
  const next = await lives.start()
  const back = await untilSession(next, id, (one) => one.status === 'idle')
  expect(back.conversation).toBe(now.conversation)
  expect(await recall(next, id)).not.toContain(WORD)
}, 60_000)

test.concurrent('an empty conversation after a clear could not be resumed at all: a restart opens another one', async () => {
  await using lives = await createLives()
  const rig = await lives.start()
  const { id } = await told(lives)
  data(await rig.api.v1.sessions({ session: id }).clear.post())
  await until(rig, id, isCleared)
  await untilSession(rig, id, (one) => one.status === 'idle')
  await lives.stop('all')
  const next = await lives.start()
  await untilSession(next, id, (one) => one.status === 'idle')
  expect(await recall(next, id)).not.toContain(WORD)
  expect((await eventsOf(next, id)).filter(isCleared)).toHaveLength(1)
}, 60_000)

// From "nothing happened yet" to "all of it did", on the demo agent's start.
for (const afterMs of [0, 30, 120, 300, 600, 1_200]) {
  test.concurrent(`a daemon killed ${afterMs} ms into a clear: its successor finishes it, once`, async () => {
    await using lives = await createLives({ demo: ['--start-delay', '150'] })
    const rig = await lives.start()
    const { id, conversation } = await told(lives)
    data(await rig.api.v1.sessions({ session: id }).clear.post())
    await Bun.sleep(afterMs)
    await lives.kill()
    const next = await lives.start()
    const now = await untilSession(next, id, (one) => one.status === 'idle' && one.clearing === undefined)
    expect(now.conversation).not.toBe(conversation)
    expect(await recall(next, id)).not.toContain(WORD)
    expect((await eventsOf(next, id)).filter(isCleared)).toHaveLength(1)
  }, 60_000)
}

test.concurrent('a daemon and its keeper killed in the middle of a clear: the next ones finish it', async () => {
  await using lives = await createLives({ demo: ['--start-delay', '300'] })
  const rig = await lives.start()
  const { id, conversation } = await told(lives)
  const keeper = await keeperOf(rig)
  data(await rig.api.v1.sessions({ session: id }).clear.post())
  await untilSession(rig, id, (one) => one.status === 'starting')
  await lives.kill()
  process.kill(keeper, 'SIGKILL')
  const next = await lives.start()
  const now = await untilSession(next, id, (one) => one.status === 'idle' && one.clearing === undefined)
  expect(now.conversation).not.toBe(conversation)
  expect(await recall(next, id)).not.toContain(WORD)
  expect((await eventsOf(next, id)).filter(isCleared)).toHaveLength(1)
}, 60_000)

test.concurrent('no agent is asked to clear by a command of its own, and a clear under its key is applied once', async () => {
  await using lives = await createLives()
  const rig = await lives.start()
  const { id } = await told(lives)
  const clear = () =>
    lives.command('clear-1', (api, how) => api.v1.sessions({ session: id }).clear.post(undefined, how))
  await Promise.all([clear(), clear()])
  await untilSession(rig, id, (one) => one.status === 'idle' && one.clearing === undefined)
  await clear()
  expect((await eventsOf(rig, id)).filter(isCleared)).toHaveLength(1)
  const prompts = readJournal(lives.journal).filter((entry) => entry.got === 'prompt')
  expect(prompts.map((entry) => entry.text)).toEqual([`say: ${WORD}`])
}, 60_000)
