/** The queue of letters with a real database, handing over to real mail hosts; only time is the test's. */
import pino from 'pino'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { systemClock } from '../../shared/time.ts'
import type { LetterKind } from '../../shared/wire/letter.ts'
import { createTransact } from '../db/transact.ts'
import { authorityLimits } from '../limits.ts'
import { createHandOver } from '../mail/hand-over.ts'
import { createOutboxStore } from '../mail/outbox-store.ts'
import type { Compose } from '../mail/ports.ts'
import { createPost } from '../mail/post.ts'
import type { MailSettings } from '../settings/ports.ts'
import { CA, type MailHost } from './mail-host.ts'
import { NOW, type Rows } from './rows.ts'

/** Everybody’s letter says which it is; a letter about nobody says nothing. */
export const compose: Compose = (_work, { kind, user }) =>
  user === null ? null : { to: `${user}@example.org`, subject: kind, text: `for ${user}\n` }

export function postOver(
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

export const subjects = (host: MailHost): string[] =>
  host.received.map(({ text }) => /^for (.*)$/m.exec(text)?.[1]?.trim() ?? '')

export async function during<T>(host: MailHost, work: (host: MailHost) => Promise<T>): Promise<T> {
  try {
    return await work(host)
  } finally {
    await host.stop()
  }
}
