/** What a letter that does not go means for itself, for the others and for the host. */
import { expect, test } from 'bun:test'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { startBrokenHost, startMailHost } from '../testing/mail-host.ts'
import { compose, during, postOver, subjects } from '../testing/post-desk.ts'
import { NOW, startRows } from '../testing/rows.ts'
import { createOutboxStore } from './outbox-store.ts'
import type { Compose } from './ports.ts'

test('a recipient that is refused ends its own letter, and the one behind it goes out', async () => {
  await using rows = await startRows()
  const refused = Object.assign(new Error('nobody of this name'), { responseCode: 550 })
  const options: Parameters<typeof startMailHost>[0] = {
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('ada') ? refused : null),
  }
  await during(await startMailHost(options), async (host) => {
    await using desk = postOver(rows, () => host.settings)
    desk.put('ada')
    desk.put('bob')
    await desk.post.idle()
    expect(subjects(host)).toEqual(['bob'])
    expect(desk.outcomes()).toEqual(['sent 1', 'refused 1'])
  })
})

test('a host that hung up after the text may have sent it: it is never sent a second time', async () => {
  await using rows = await startRows()
  await during(await startBrokenHost('text', 'hangs_up'), async (host) => {
    await using desk = postOver(rows, () => host.settings)
    desk.put('ada')
    await desk.post.idle()
    expect(desk.outcomes()).toEqual(['unknown 1'])
    await desk.advance(DAY_MS)
    expect(host.connections()).toBe(1)
    expect(desk.post.state()).toMatchObject({ waiting: 0, lastError: expect.any(String) })
  })
})

test('what failed waits longer each time, and is given up at the eighth try', async () => {
  await using rows = await startRows()
  const gone = await startMailHost()
  await gone.stop()
  await using desk = postOver(rows, () => gone.settings)
  desk.put('ada')
  await desk.post.idle()
  const waits: number[] = []
  for (let letter = desk.outboxStore.next(); letter; letter = desk.outboxStore.next()) {
    waits.push((letter.dueAt - desk.clock.now()) / SECOND_MS)
    // After five in a row the host is left alone for longer than that.
    const until = Math.max(letter.dueAt, desk.post.state().brokenUntil ?? 0)
    await desk.advance(until - desk.clock.now())
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1_920])
  expect(desk.outcomes()).toEqual(['given_up 8'])
})

test('a host that fails five times in a row is left alone for a quarter of an hour', async () => {
  await using rows = await startRows()
  await during(await startBrokenHost('banner', 'hangs_up'), async (host) => {
    await using desk = postOver(rows, () => host.settings)
    for (let n = 0; n < 7; n++) desk.put(`u${n}`)
    await desk.post.idle()
    expect(host.connections()).toBe(5)
    expect(desk.post.state()).toMatchObject({ waiting: 7, brokenUntil: NOW + 15 * MINUTE_MS })
    await desk.advance(15 * MINUTE_MS - 1)
    expect(host.connections()).toBe(5)
    await desk.advance(1)
    expect(host.connections()).toBeGreaterThan(5)
  })
})

test('recipients that are put off say nothing against the host, which goes on with the others', async () => {
  await using rows = await startRows()
  const later = Object.assign(new Error('try again'), { responseCode: 450 })
  const options: Parameters<typeof startMailHost>[0] = {
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('bob') ? null : later),
  }
  await during(await startMailHost(options), async (host) => {
    await using desk = postOver(rows, () => host.settings)
    for (let n = 0; n < 6; n++) desk.put(`u${n}`)
    desk.put('bob')
    await desk.post.idle()
    expect(subjects(host)).toEqual(['bob'])
    expect(desk.post.state()).toMatchObject({ waiting: 6, brokenUntil: null })
  })
})

test('a host that is silent after every text is left alone after five: the others keep their chance', async () => {
  await using rows = await startRows()
  await during(await startBrokenHost('text', 'hangs_up'), async (host) => {
    await using desk = postOver(rows, () => host.settings)
    for (let n = 0; n < 7; n++) desk.put(`u${n}`)
    await desk.post.idle()
    expect(desk.post.state()).toMatchObject({ waiting: 2, brokenUntil: NOW + 15 * MINUTE_MS })
  })
})

test('a letter whose end could not be written down is not sent again', async () => {
  await using rows = await startRows()
  await during(await startMailHost(), async (host) => {
    await using desk = postOver(rows, () => host.settings)
    rows.db.run(
      `CREATE TRIGGER full BEFORE UPDATE OF ended_at ON outbox WHEN NEW.ended_why = 'sent'
       BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
    )
    desk.put('ada')
    await desk.post.idle()
    rows.db.run('DROP TRIGGER full')
    desk.put('bob')
    await desk.post.idle()
    expect(subjects(host)).toEqual(['ada', 'bob'])
    expect(desk.outcomes().sort()).toEqual(['sent 1', 'unknown 1'])
  })
})

test('another authority over the same rows, while the first waits for the answer: the letter is not sent again', async () => {
  await using rows = await startRows()
  await during(await startBrokenHost('text', 'silent'), async (host) => {
    await using first = postOver(rows, () => host.settings)
    first.put('ada')
    const isOut = () => rows.db.query('SELECT 1 FROM outbox WHERE trying_at IS NOT NULL').get() !== null
    while (!isOut()) await new Promise((turn) => setImmediate(turn))
    await using second = postOver(rows, () => host.settings)
    await second.advance(DAY_MS)
    await first.post.stop()
    expect(host.connections()).toBe(1)
    expect(second.outcomes()).toEqual(['unknown 1'])
  })
})

test('a process that died before the text sends it at the next start, one that died after it never does', async () => {
  await using rows = await startRows()
  const store = createOutboxStore(rows.db)
  store.insert({ kind: 'password_changed', user: 'ada', subject: null }, NOW)
  store.insert({ kind: 'password_changed', user: 'bob', subject: null }, NOW)
  store.textOut(store.next()?.id ?? 0, NOW)
  await during(await startMailHost(), async (host) => {
    await using desk = postOver(rows, () => host.settings)
    await desk.advance(0)
    expect(subjects(host)).toEqual(['bob'])
    expect(desk.outcomes().sort()).toEqual(['sent 1', 'unknown 1'])
  })
})

test('a letter that cannot be written holds up no other', async () => {
  await using rows = await startRows()
  const failing: Compose = (work, posted) => {
    if (posted.user === 'ada') throw new TypeError('nothing is known of her')
    return compose(work, posted)
  }
  await during(await startMailHost(), async (host) => {
    await using desk = postOver(rows, () => host.settings, { compose: failing })
    desk.put('ada')
    desk.put('bob')
    await desk.post.idle()
    expect(subjects(host)).toEqual(['bob'])
    expect(desk.outcomes()).toEqual(['sent 1'])
    expect(desk.outboxStore.next()).toMatchObject({ user: 'ada', tries: 1, dueAt: NOW + 30 * SECOND_MS })
  })
})
