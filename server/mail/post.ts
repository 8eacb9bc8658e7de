/**
 * Hands letters over, one at a time, the one that is due first. A letter that fails waits longer each time and lets the
 * others pass; a host that fails five times in a row is left alone for a while.
 */
import type { Logger } from 'pino'
import { type Result, refuse } from '../../shared/errors.ts'
import type { Clock, Timer } from '../../shared/time.ts'
import type { MailState } from '../../shared/wire/admin.ts'
import type { LetterEnd } from '../../shared/wire/letter.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { AuthoritySettings, MailSettings } from '../settings/ports.ts'
import type { HandedOver, HandOver, StoppableHandOver } from './hand-over.ts'
import type { OutboxStore, WaitingLetter } from './outbox-store.ts'
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
  let isAsked = false
  // Whether a letter's text may have gone out without its end being written: by a process before, or by this one when
  // the disk failed it in between.
  let isUncertain = true
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
      // A mistake of ours, or of the disk: the others go on.
      deps.log.error({ err: error, kind: letter.kind }, 'a letter could not be written')
      tryLater(letter)
      return null
    }
  }

  const tryLater = (letter: WaitingLetter): void => {
    const tries = letter.tries + 1
    if (tries >= limits.mailTries) return ended(letter.id, 'given_up', tries)
    const wait = Math.min(limits.mailRetryMostMs, limits.mailRetryLeastMs * 2 ** (tries - 1))
    transact((work) => outboxStore.postpone(letter.id, work.now + wait, tries))
  }

  const hostFailed = (): void => {
    inARow++
    if (inARow < limits.mailFailures) return
    brokenUntil = clock.now() + limits.mailBreakMs
    inARow = 0
  }

  const settle = (letter: WaitingLetter, outcome: HandedOver): void => {
    if (outcome.kind !== 'sent') {
      const { kind, code } = outcome
      deps.log.warn({ kind: letter.kind, outcome: kind, code }, 'a letter was not taken')
    }
    lastError = outcome.kind === 'sent' ? null : outcome.said
    // A recipient that is not taken says nothing against the host; silence after a text does.
    if (outcome.kind === 'unknown' || (outcome.kind === 'failed' && outcome.of === 'host')) hostFailed()
    else inARow = 0
    if (outcome.kind !== 'failed') ended(letter.id, outcome.kind, letter.tries + 1)
    // What was stopped in the middle is no failure of the host’s: it was not tried.
    else if (stopped) transact(() => outboxStore.postpone(letter.id, letter.dueAt, letter.tries))
    else tryLater(letter)
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
    if (!handOver) return
    if (isUncertain) transact((begun) => outboxStore.endUncertain(begun.now))
    isUncertain = false
    while (!stopped) {
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
    if (stopped) return
    // It may have looked already, and be about to end.
    if (working) {
      isAsked = true
      return
    }
    timer?.cancel()
    isAsked = false
    working = work()
      .catch((error: unknown) => {
        deps.log.error({ err: error }, 'the post stopped')
        isUncertain = true
        timer = clock.after(limits.mailLookMs, wake)
      })
      .finally(() => {
        working = null
        if (isAsked) wake()
      })
  }

  if (deps.handOver) timer = clock.after(0, wake)

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
      // Beside the queue: it is asked for when the queue does not move.
      const letter = { to, subject: 'A test', text: 'Letters from here arrive.\n' }
      const outcome = await deps.handOver(letter, mail, () => {})
      if (outcome.kind === 'sent') {
        brokenUntil = null
        inARow = 0
        wake()
        return { ok: true, value: null }
      }
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
