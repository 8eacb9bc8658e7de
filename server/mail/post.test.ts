/** In what order letters go, and when. */
import { expect, test } from 'bun:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import type { MailSettings } from '../settings/ports.ts'
import { startBrokenHost, startMailHost } from '../testing/mail-host.ts'
import { during, postOver, subjects } from '../testing/post-desk.ts'
import { NOW, startRows } from '../testing/rows.ts'

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

test('a test letter waits for none of the queue, and one that arrives ends the pause', async () => {
  await using rows = await startRows()
  await during(await startBrokenHost('banner', 'hangs_up'), async (broken) => {
    await during(await startMailHost(), async (host) => {
      let mail = broken.settings
      await using desk = postOver(rows, () => mail)
      for (let n = 0; n < 5; n++) desk.put(`u${n}`)
      await desk.post.idle()
      desk.put('bob')
      await desk.post.idle()
      expect(desk.post.state()).toMatchObject({ waiting: 6, brokenUntil: expect.any(Number) })
      mail = host.settings
      expect((await desk.post.sendTest('ada@example.org')).ok).toBe(true)
      await desk.post.idle()
      expect(subjects(host)).toEqual(['', 'bob'])
      expect(desk.post.state().brokenUntil).toBeNull()
    })
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
