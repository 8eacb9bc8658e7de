/** A daemon that dies while agents start, and commands that come while its successor finds its way. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { waitFor } from '../../shared/testing/wait-for.ts'
import type { Session } from '../../shared/wire/session.ts'
import { textOf } from '../testing/machine.ts'
import { data, until, untilSession } from '../testing/rig.ts'
import { readJournal } from './testing/journal.ts'
import { createLives, keeperOf } from './testing/lives.ts'

test.concurrent('the time that an agent may take to start does not run while no daemon is there', async () => {
  await using lives = await createLives({ limits: { startMs: 1_500 } })
  const first = await lives.start()
  const wanted = { agent: 'demo', cwd: lives.home, text: 'say: hello' }
  const { id } = data(await first.api.v1.sessions.post(wanted))
  await waitFor('the agent to be asked', 5_000, () =>
    readJournal(lives.journal).some((entry) => entry.got === 'initialize'),
  )
  await lives.kill()
  await Bun.sleep(1_600) // longer than the agent may take
  const second = await lives.start()
  const events = await until(second, id, (event) => event.type === 'turn_result')
  expect(textOf(events)).toBe('hello')
  expect(events.filter((event) => event.type === 'session_status')).toMatchObject([{ status: 'started' }])
}, 20_000)

test.concurrent('a session that is wanted before the keeper answers starts when it does', async () => {
  await using lives = await createLives()
  const first = await lives.start()
  await first.api.v1.sessions.post({ agent: 'demo', cwd: lives.home, text: 'hang' })
  const keeper = await keeperOf(first)
  await lives.kill()
  process.kill(keeper, 'SIGSTOP')
  const appears = lives.socketAppears()
  const starting = lives.start()
  try {
    await appears
    const response = await fetch('http://machine/v1/sessions', {
      unix: join(lives.home, 'run', 'daemon.sock'),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ agent: 'demo', cwd: lives.home, text: 'say: hello', nickname: 'early' }),
    })
    const made: Session = await response.json()
    expect(made).toMatchObject({ nickname: 'early', status: 'starting' })
  } finally {
    process.kill(keeper, 'SIGCONT')
    // Whatever went wrong before: what is starting is there to be ended.
    await starting
  }
  const second = await starting
  const events = await until(second, 'early', (event) => event.type === 'turn_result')
  expect(textOf(events)).toBe('hello')
  await untilSession(second, 'early', (now) => now.status === 'idle')
}, 20_000)
