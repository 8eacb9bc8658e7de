/**
 * Hands letters over, one at a time, the one that is due first. A letter that fails waits longer each time and lets the
 * others pass; a host that fails five times in a row is left alone for a while.
 */
import type { Logger } from 'pino'
import { type Result, refuse } from '../../shared/errors.ts'
import type { Clock, Timer } from '../../shared/time.ts'
import type { MailState } from '../../shared/wire/admin.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { AuthoritySettings, MailSettings } from '../settings/ports.ts'
import type { HandedOver, HandOver, StoppableHandOver } from './hand-over.ts'
import type { LetterEnd, OutboxStore, WaitingLetter } from './outbox-store.ts'
import { type Compose, type Letter, type MailCare, type Outbox, RECOVERY_KINDS } from './ports.ts'

export interface PostDeps {
  outboxStore: OutboxStore
  compose: Compose
  /** Null: letters wait for a process that hands them over. */
  handOver: StoppableHandOver | null
  settings: Pick<AuthoritySettings, 'mail' | 'mailChangedAt'>
  transact: Transactor
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
  limits: AuthorityLimits
}

export interface Post extends Outbox, MailCare {
  /** Resolves when nothing is on its way. */
  stop(): Promise<void>
  /** Resolves when it has nothing to do for now. */
  idle(): Promise<void>
}

const RECENT = 20

export function createPost(deps: PostDeps): Post {
  const { outboxStore, settings, transact, clock, limits } = deps
  let timer: Timer | null = null
  let working: Promise<void> | null = null
  let stopped = false
  let inARow = 0
  let brokenUntil: number | null = null
  let lastError: string | null = null

  const heldUntil = (): number | null => {
    const changed = settings.mailChangedAt()
    const until = changed === null ? null : changed + limits.mailHoldMs
    return until !== null && until > clock.now() ? until : null
  }

  const ended = (id: number, why: LetterEnd, tries: number): void =>
    transact((work) => outboxStore.end(id, work.now, why, tries))

  /** Composed right before: what it says is true now, and its token exists from now on. Null: there is none to send. */
  const composed = (letter: WaitingLetter): Letter | null => {
    try {
      return transact((work: Work) => {
        const text = deps.compose(work, letter)
        if (text === null) outboxStore.end(letter.id, work.now, 'dropped', letter.tries)
        return text
      })
    } catch (error) {
      // A mistake of ours, about one letter: the others go on.
      deps.log.error({ err: error, kind: letter.kind }, 'a letter could not be written')
      ended(letter.id, 'dropped', letter.tries + 1)
      return null
    }
  }

  const postpone = (letter: WaitingLetter, said: string): void => {
    const tries = letter.tries + 1
    lastError = said
    inARow++
    if (inARow >= limits.mailFailures) {
      brokenUntil = clock.now() + limits.mailBreakMs
      inARow = 0
    }
    if (tries >= limits.mailTries) return ended(letter.id, 'given_up', tries)
    const wait = Math.min(limits.mailRetryMostMs, limits.mailRetryLeastMs * 2 ** (tries - 1))
    transact((work) => outboxStore.postpone(letter.id, work.now + wait, tries))
  }

  const settle = (letter: WaitingLetter, outcome: HandedOver): void => {
    if (outcome.kind !== 'sent') {
      deps.log.warn({ kind: letter.kind, outcome: outcome.kind }, 'a letter was not taken')
    }
    // What was stopped in the middle is no failure of the host’s; what is certain of it is kept.
    if (outcome.kind === 'failed') return stopped ? undefined : postpone(letter, outcome.said)
    if (outcome.kind === 'sent') lastError = null
    else lastError = outcome.said
    inARow = 0
    ended(letter.id, outcome.kind, letter.tries + 1)
  }

  const tryOne = async (letter: WaitingLetter, mail: MailSettings, handOver: HandOver): Promise<void> => {
    const text = composed(letter)
    if (!text) return
    const textOut = (): void => transact((work) => outboxStore.textOut(letter.id, work.now))
    settle(letter, await handOver(text, mail, textOut))
  }

  const work = async (): Promise<void> => {
    // Not within the request that asked: what it takes to write a letter would tell whether there is one to write.
    await new Promise((turn) => setImmediate(turn))
    const { handOver } = deps
    while (!stopped && handOver) {
      const letter = outboxStore.next()
      if (!letter) return
      const now = clock.now()
      const mail = settings.mail()
      if (!mail) return wakeAt(now + limits.mailLookMs)
      if (brokenUntil !== null && brokenUntil > now) return wakeAt(brokenUntil)
      if (letter.dueAt > now) return wakeAt(letter.dueAt)
      const held = RECOVERY_KINDS.has(letter.kind) ? heldUntil() : null
      // Behind those that nothing holds.
      if (held !== null) transact(() => outboxStore.postpone(letter.id, held, letter.tries))
      else await tryOne(letter, mail, handOver)
    }
  }

  const wakeAt = (due: number): void => {
    timer?.cancel()
    timer = clock.after(due - clock.now(), wake)
  }

  const wake = (): void => {
    if (stopped || working) return
    timer?.cancel()
    working = work()
      .catch((error: unknown) => {
        deps.log.error({ err: error }, 'the post stopped')
        timer = clock.after(limits.mailLookMs, wake)
      })
      .finally(() => {
        working = null
      })
  }

  if (deps.handOver) {
    transact((begun) => outboxStore.endUncertain(begun.now))
    timer = clock.after(0, wake)
  }

  return {
    put(change, posted) {
      outboxStore.insert(posted, change.now)
      change.after(wake)
    },
    state: (): MailState => ({
      on: settings.mail() !== null,
      waiting: outboxStore.waiting(),
      heldUntil: heldUntil(),
      brokenUntil: brokenUntil !== null && brokenUntil > clock.now() ? brokenUntil : null,
      recent: outboxStore.recent(RECENT),
      lastError,
    }),
    async sendTest(to): Promise<Result<null>> {
      const mail = settings.mail()
      if (!mail || !deps.handOver) return refuse('mail_off', 'no mail host is set')
      await working
      const letter = { to, subject: 'A test', text: 'Letters from here arrive.\n' }
      const outcome = await deps.handOver(letter, mail, () => {})
      if (outcome.kind === 'sent') return { ok: true, value: null }
      return refuse('mail_failed', 'the mail host did not take it', { said: outcome.said })
    },
    async stop() {
      stopped = true
      timer?.cancel()
      deps.handOver?.stop()
      await working
    },
    async idle() {
      while (working) await working
    },
  }
}
