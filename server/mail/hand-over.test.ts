/** Against real SMTP servers on loopback, which take letters, refuse them, fall silent and hang up. */
import { afterEach, expect, test } from 'bun:test'
import type { SMTPServerOptions } from 'smtp-server'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { systemClock } from '../../shared/time.ts'
import type { MailSettings } from '../settings/ports.ts'
import {
  type Breakage,
  CA,
  type MailHost,
  type Step,
  startBrokenHost,
  startMailHost,
} from '../testing/mail-host.ts'
import { createHandOver } from './hand-over.ts'
import type { Letter } from './ports.ts'

const LETTER: Letter = { to: 'bob@example.org', subject: 'Hello', text: 'A line.\n\n.\nA dot stood alone.\n' }

const hosts: MailHost[] = []
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.stop()
})

async function hostOf(starting: Promise<MailHost>): Promise<MailHost> {
  const host = await starting
  hosts.push(host)
  return host
}

/** How it ended, and how often the text went out. */
async function handOver(settings: MailSettings, letter = LETTER, deadlineMs = 20_000) {
  const hand = createHandOver({ clock: systemClock, deadlineMs, hostname: () => 'authority.example', ca: CA })
  let texts = 0
  const ended = await hand(letter, settings, () => void texts++)
  return { kind: ended.kind, texts }
}

test('a letter is handed over by STARTTLS, word for word, with who it is from and that no person wrote it', async () => {
  const host = await hostOf(startMailHost())
  expect(await handOver(host.settings)).toEqual({ kind: 'sent', texts: 1 })
  expect(host.received).toMatchObject([
    { from: 'fairlead@example.org', to: ['bob@example.org'], secure: true },
  ])
  const { text } = host.received[0] ?? { text: '' }
  expect(text).toContain('Auto-Submitted: auto-generated')
  expect(text).toContain('From: Fairlead <fairlead@example.org>')
  expect(text.replaceAll('\r\n', '\n')).toEndWith('A line.\n\n.\nA dot stood alone.\n')
})

test('a host without STARTTLS gets nothing: no letter, and no password', async () => {
  const seen: string[] = []
  const host = await hostOf(
    startMailHost(
      {
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: (auth, _session, done) => {
          seen.push(auth.password ?? '')
          done(null, { user: 'any' })
        },
      },
      { user: 'fairlead', password: 'a secret of the host' },
    ),
  )
  expect(await handOver(host.settings)).toEqual({ kind: 'failed', texts: 0 })
  expect([host.received, seen, host.connections()]).toEqual([[], [], 1])
})

test('a host that shows a certificate of nobody’s gets nothing', async () => {
  const host = await hostOf(startMailHost())
  const hand = createHandOver({ clock: systemClock, deadlineMs: 20_000, hostname: () => 'authority.example' })
  expect((await hand(LETTER, host.settings, () => {})).kind).toBe('failed')
  expect(host.received).toEqual([])
})

test('TLS from the first byte, and plain where it is said so', async () => {
  const secure = await hostOf(startMailHost({ secure: true }, { tls: 'implicit' }))
  expect(await handOver(secure.settings)).toEqual({ kind: 'sent', texts: 1 })
  expect(secure.received).toMatchObject([{ secure: true }])
  const plain = await hostOf(startMailHost({}, { tls: 'off' }))
  expect(await handOver(plain.settings)).toEqual({ kind: 'sent', texts: 1 })
  expect(plain.received).toMatchObject([{ secure: false }])
})

test('who must sign in does, and a wrong password is the host’s failure and not the letter’s', async () => {
  const options = (right: string): SMTPServerOptions => ({
    authOptional: false,
    onAuth: (auth, _session, done) =>
      auth.password === right ? done(null, { user: 'fairlead' }) : done(new Error('no')),
  })
  const known = { user: 'fairlead', password: 'right' }
  const host = await hostOf(startMailHost(options('right'), known))
  expect(await handOver(host.settings)).toEqual({ kind: 'sent', texts: 1 })
  const other = await hostOf(startMailHost(options('another'), known))
  expect(await handOver(other.settings)).toEqual({ kind: 'failed', texts: 0 })
})

const answer = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

test.each([
  ['an unknown recipient', 550, 'refused'],
  ['a recipient whose box is full for now', 452, 'failed'],
])('%s: %i is %s', async (_, code, kind) => {
  const host = await hostOf(
    startMailHost({ onRcptTo: (_to, _session, done) => done(answer(code, 'not this one')) }),
  )
  expect(await handOver(host.settings)).toEqual({ kind: kind as 'refused' | 'failed', texts: 0 })
})

test('an address that is none is that letter’s failure, and not the host’s', async () => {
  const host = await hostOf(startMailHost())
  const hand = createHandOver({
    clock: systemClock,
    deadlineMs: 20_000,
    hostname: () => 'here.example',
    ca: CA,
  })
  const ended = await hand({ ...LETTER, to: 'bob <bob' }, host.settings, () => {})
  expect(ended).toMatchObject({ kind: 'failed', of: 'letter' })
})

test.each([
  [554, 'refused'],
  [451, 'failed'],
])('a text that is answered with %i is %s: that is known for certain', async (code, kind) => {
  const host = await hostOf(
    startMailHost({
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done(answer(code, 'not this text')))
      },
    }),
  )
  expect(await handOver(host.settings)).toEqual({ kind: kind as 'refused' | 'failed', texts: 1 })
})

test('where nothing listens, and where the greeting turns away', async () => {
  const gone = await startMailHost()
  await gone.stop()
  expect(await handOver(gone.settings)).toEqual({ kind: 'failed', texts: 0 })
  const host = await hostOf(startMailHost({ onConnect: (_session, done) => done(answer(554, 'go away')) }))
  expect(await handOver(host.settings)).toEqual({ kind: 'failed', texts: 0 })
})

const STEPS: [Step, 'failed' | 'unknown'][] = [
  ['banner', 'failed'],
  ['EHLO', 'failed'],
  ['STARTTLS', 'failed'],
  ['AUTH', 'failed'],
  ['MAIL', 'failed'],
  ['RCPT', 'failed'],
  ['DATA', 'failed'],
  ['text', 'unknown'],
]

function brokenAt(step: Step, how: Breakage): Promise<MailHost> {
  const settings: Partial<MailSettings> =
    step === 'STARTTLS' ? { tls: 'required' } : step === 'AUTH' ? { user: 'fairlead', password: 'right' } : {}
  return hostOf(startBrokenHost(step, how, settings))
}

test.each<[string, Breakage, number]>([
  ['hangs up', 'hangs_up', 20_000],
  ['falls silent, and is left at the deadline', 'silent', 300],
  ['keeps talking without an end, and is left at the deadline', 'drips', 300],
])('a host that %s: before the text it failed, after it nobody knows', async (_, how, deadlineMs) => {
  const ended = await Promise.all(
    STEPS.map(async ([step]) => {
      const host = await brokenAt(step, how)
      return [step, await handOver(host.settings, LETTER, deadlineMs)] as const
    }),
  )
  expect(ended).toEqual(STEPS.map(([step, kind]) => [step, { kind, texts: kind === 'unknown' ? 1 : 0 }]))
})

test('what cannot be written down first does not go out', async () => {
  const host = await hostOf(startMailHost())
  const hand = createHandOver({
    clock: systemClock,
    deadlineMs: 20_000,
    hostname: () => 'here.example',
    ca: CA,
  })
  const ended = await hand(LETTER, host.settings, () => {
    throw new TypeError('the disk is full')
  })
  expect([ended.kind, host.received]).toEqual(['failed', []])
})

test('once it is stopped, nothing goes out any more', async () => {
  const host = await hostOf(startMailHost())
  const hand = createHandOver({
    clock: systemClock,
    deadlineMs: 20_000,
    hostname: () => 'here.example',
    ca: CA,
  })
  // Before there is a connection that could be ended.
  const ending = hand(LETTER, host.settings, () => {})
  hand.stop()
  expect([(await ending).kind, host.connections()]).toEqual(['failed', 0])
})

const HEADERS = [
  'Auto-Submitted',
  'Content-Transfer-Encoding',
  'Content-Type',
  'Date',
  'From',
  'MIME-Version',
  'Message-ID',
  'Subject',
  'To',
]

const PIECES = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  '<',
  '>',
  '"',
  ',',
  ';',
  ' ',
  '\u2028',
  'ä',
  '@',
  'RCPT TO:',
  'Bcc: ',
  '\r\n.\r\n',
]

test('whatever somebody is called, or wrote as an address: no line of its own, and no other recipient', async () => {
  const host = await hostOf(startMailHost({}, { tls: 'off' }))
  const random = seededRandom(11)
  const any = (): string =>
    Array.from(random(8), (byte) =>
      byte % 3 === 0 ? 'eve@example.org' : (PIECES[byte % PIECES.length] ?? ''),
    ).join('')
  const letters = Array.from({ length: 50 }, () => [
    handOver(host.settings, { ...LETTER, subject: `Hello ${any()}` }),
    handOver({ ...host.settings, from: `Fairlead ${any()} <fairlead@example.org>` }),
    handOver(host.settings, { ...LETTER, to: `bob@example.org${any()}` }),
  ])
  await Promise.all(letters.flat())
  expect(host.received.length).toBeGreaterThanOrEqual(100)
  for (const { to, text } of host.received) {
    expect(to).toHaveLength(1)
    const lines = text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n')
    const names = lines.filter((line) => !/^[ \t]/.test(line)).map((line) => line.split(':')[0])
    expect(names.toSorted()).toEqual(HEADERS)
    expect(text.replaceAll('\r\n', '\n')).toEndWith(`\n\n${LETTER.text}`)
  }
})
