/** The queue, with a real database and real mail hosts; only time is ours. */
import { expect, test } from 'bun:test'
import pino from 'pino'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, systemClock } from '../../shared/time.ts'
import { createTransact } from '../db/transact.ts'
import { authorityLimits } from '../limits.ts'
import type { MailSettings } from '../settings/ports.ts'
import { CA, type MailHost, startBrokenHost, startMailHost } from '../testing/mail-host.ts'
import { NOW, startRows } from '../testing/rows.ts'
import { createHandOver } from './hand-over.ts'
import { createOutboxStore } from './outbox-store.ts'
import type { Compose, LetterKind } from './ports.ts'
import { createPost } from './post.ts'

type Rows = Awaited<ReturnType<typeof startRows>>

/** Everybody’s letter says which it is; a letter about nobody says nothing. */
const compose: Compose = (_work, { kind, user }) =>
  user === null ? null : { to: `${user}@example.org`, subject: kind, text: `for ${user}\n` }

function postOver(
  rows: Rows,
  mail: () => MailSettings | null,
  given: { compose?: Compose; changed?: number } = {},
) {
  const clock = fakeClock(NOW)
  const transact = createTransact({ db: rows.db, clock })
  const outboxStore = createOutboxStore(rows.db)
  const handOver = createHandOver({
    clock: systemClock,
    deadlineMs: 500,
    hostname: () => 'here.example',
    ca: CA,
  })
  const post = createPost({
    outboxStore,
    compose: given.compose ?? compose,
    handOver,
    settings: { mail, mailChangedAt: () => given.changed ?? null },
    transact,
    clock,
    log: pino({ level: 'silent' }),
    limits: authorityLimits,
  })
  return {
    post,
    clock,
    outboxStore,
    put: (user: string | null, kind: LetterKind = 'password_changed') =>
      transact((work) => post.put(work, { kind, user, subject: null })),
    /** Moves time on and waits until nothing is on its way. */
    async advance(ms: number) {
      clock.advance(ms)
      await post.idle()
    },
    outcomes: () => outboxStore.recent(20).map(({ outcome, tries }) => `${outcome} ${tries}`),
    async [Symbol.asyncDispose]() {
      await post.stop()
    },
  }
}

const subjects = (host: MailHost): string[] =>
  host.received.map(({ text }) => /^for (.*)$/m.exec(text)?.[1]?.trim() ?? '')

async function during<T>(host: MailHost, work: (host: MailHost) => Promise<T>): Promise<T> {
  try {
    return await work(host)
  } finally {
    await host.stop()
  }
}

test('letters go out one after the other, once each, and one about nobody is dropped without a connection', async () => {
  await using rows = await startRows()
  await during(await startMailHost(), async (host) => {
    await using desk = postOver(rows, () => host.settings)
    desk.put('ada')
    desk.put(null)
    desk.put('bob')
    await desk.post.idle()
    expect(subjects(host)).toEqual(['ada', 'bob'])
    expect(host.connections()).toBe(2)
    expect(desk.outcomes().sort()).toEqual(['dropped 0', 'sent 1', 'sent 1'])
    await desk.advance(DAY_MS)
    expect(host.received).toHaveLength(2)
  })
})

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

test('when the mail host was changed, letters that let somebody in wait a day, and others do not', async () => {
  await using rows = await startRows()
  await during(await startMailHost(), async (host) => {
    await using desk = postOver(rows, () => host.settings, { changed: NOW - HOUR_MS })
    desk.put('ada', 'reset')
    desk.put('bob', 'invite')
    desk.put('eve', 'email_changed')
    await desk.post.idle()
    expect(subjects(host)).toEqual(['eve'])
    expect(desk.post.state()).toMatchObject({ waiting: 2, heldUntil: NOW + 23 * HOUR_MS })
    await desk.advance(23 * HOUR_MS)
    expect(subjects(host)).toEqual(['eve', 'ada', 'bob'])
  })
})

test('without a mail host letters wait, and go once there is one', async () => {
  await using rows = await startRows()
  await during(await startMailHost(), async (host) => {
    let mail: MailSettings | null = null
    await using desk = postOver(rows, () => mail)
    desk.put('ada')
    await desk.advance(MINUTE_MS)
    expect(await desk.post.sendTest('ada@example.org')).toMatchObject({ error: { code: 'mail_off' } })
    mail = host.settings
    await desk.advance(MINUTE_MS)
    expect(subjects(host)).toEqual(['ada'])
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
    expect(desk.outcomes()).toEqual(['sent 1', 'dropped 1'])
  })
})

test('a test letter goes at once, and says what the host said where it does not', async () => {
  await using rows = await startRows()
  await during(await startMailHost(), async (host) => {
    await using desk = postOver(rows, () => host.settings)
    expect(await desk.post.sendTest('ada@example.org')).toEqual({ ok: true, value: null })
    expect(host.received).toHaveLength(1)
  })
  await during(await startBrokenHost('RCPT', 'hangs_up'), async (host) => {
    await using desk = postOver(rows, () => host.settings)
    const said = await desk.post.sendTest('ada@example.org')
    expect(said).toMatchObject({ error: { code: 'mail_failed', detail: { said: expect.any(String) } } })
  })
})

test('a stop in the middle of a letter ends the connection, and the letter goes out another time', async () => {
  await using rows = await startRows()
  await during(await startBrokenHost('MAIL', 'silent'), async (host) => {
    const desk = postOver(rows, () => host.settings)
    desk.put('ada')
    while (host.connections() === 0) await new Promise((turn) => setImmediate(turn))
    await desk.post.stop()
    expect(desk.outboxStore.next()).toMatchObject({ user: 'ada', tries: 0 })
  })
})
