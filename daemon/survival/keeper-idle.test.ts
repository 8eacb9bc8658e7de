import { expect, test } from 'bun:test'
import { data, until } from '../testing/rig.ts'
import { createLives } from './testing/lives.ts'

test('a keeper that ended because it had nothing to do is started again by the next run', async () => {
  await using lives = await createLives({})
  const rig = await lives.start()
  const before = data(await rig.api.v1.status.get()).daemon.keeper
  if (!before) throw new Error('no keeper to begin with')
  process.kill(before.pid, 'SIGTERM')
  const { id } = data(await rig.api.v1.sessions.post({ agent: 'demo', cwd: lives.home, text: 'say: again' }))
  const events = await until(rig, id, (event) => event.type === 'turn_result')
  expect(events.at(-1)).toMatchObject({ stopReason: 'end_turn' })
  const after = data(await rig.api.v1.status.get()).daemon.keeper
  expect(after?.id).not.toBe(before.id)
})
