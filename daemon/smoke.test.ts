import { expect, test } from 'bun:test'
import { tempHome } from '../shared/testing/temp-home.ts'
import { askDigest } from '../shared/wire/ask-digest.ts'
import { data, eventsOf, mustStart, until, untilSession } from './testing/rig.ts'

test('a turn with an approval survives the death of the daemon that saw it begin', async () => {
  await using home = await tempHome()
  const first = await mustStart({ home: home.path })
  const text = 'say: one\nrun: echo two > two.txt\nsay: three'
  const session = data(await first.api.v1.sessions.post({ agent: 'demo', cwd: home.path, text }))
  await until(first, session.id, (event) => event.type === 'permission_request')
  await first.kill()

  const second = await mustStart({ home: home.path })
  const blocked = await untilSession(second, session.id, (now) => now.status === 'blocked')
  const ask = data(
    await second.api.v1
      .sessions({ session: session.id })
      .asks({ ask: blocked.asks[0]?.id ?? '' })
      .get(),
  )
  const answered = await second.api.v1
    .sessions({ session: session.id })
    .asks({ ask: ask.id })
    .answer.post({ shown: askDigest(ask), option: 'once' })
  expect(data(answered)).toEqual({ ask: ask.id, outcome: 'selected' })
  const events = await until(second, session.id, (event) => event.type === 'turn_result')
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
  expect(events.at(-1)).toMatchObject({ type: 'turn_result', stopReason: 'end_turn', prompts: [1] })
  expect(await Bun.file(`${home.path}/two.txt`).text()).toBe('two\n')
  expect(await eventsOf(second, session.id)).toEqual(events)
  await second.stop('all')
})
