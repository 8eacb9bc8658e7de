/** The owner's side of an outbox: hands over what is due, and again what was not heard of. */
import type { ReadonlySignal } from '@preact/signals'
import { AppError, type Result } from '../../shared/errors.ts'
import type { Random } from '../../shared/ids.ts'
import type { Clock } from '../../shared/time.ts'
import { backoff } from '../api/backoff.ts'
import type { UiLimits } from '../limits.ts'
import type { Applied, Command, Entry } from './outbox-entry.ts'
import { afterTakeover, afterTry, afterWaiting, dueEntries, isStale, isTooOld } from './outbox-rules.ts'
import type { OutboxShelf } from './outbox-shelf.ts'

export interface SenderDeps {
  shelf: OutboxShelf
  perform(command: Command, key: string): Promise<Result<Applied>>
  ready: ReadonlySignal<boolean>
  /** Something on the shelf changed. */
  changed(): Promise<void>
  clock: Clock
  random: Random
  limits: UiLimits
  closed: AbortSignal
}

export interface OutboxSender {
  /** This tab is the owner from now on. */
  takeOver(): void
  /** Something may be due. */
  pump(): void
}

export function outboxSender(deps: SenderDeps): OutboxSender {
  const { shelf, clock, limits } = deps
  /** Under way in this tab, or resting until a time. */
  const flying = new Set<string>()
  const resting = new Set<string>()
  let pumping = false
  let again = false

  function pump(): void {
    again = true
    if (pumping) return
    pumping = true
    void drain().finally(() => {
      pumping = false
      if (again && deps.ready.peek() && !deps.closed.aborted) pump()
    })
  }

  async function drain(): Promise<void> {
    while (again && !deps.closed.aborted) {
      again = false
      const entries = await shelf.list()
      const over = entries.filter((entry) => isOver(entry) && !flying.has(entry.key))
      for (const entry of over) await shelf.change(entry, (now) => ({ ...now, state: afterWaiting(now) }))
      if (over.length > 0) {
        await deps.changed()
        continue
      }
      if (!deps.ready.peek()) return
      for (const entry of dueEntries(entries)) {
        if (!flying.has(entry.key) && !resting.has(entry.key)) void handOver(entry)
      }
    }
  }

  const isOver = (entry: Entry): boolean =>
    isTooOld(entry, clock.now()) || isStale(entry, clock.now(), limits.cancelMs)

  async function handOver(entry: Entry): Promise<void> {
    const { key } = entry
    flying.add(key)
    // A page may sleep at any point: what is true of it is looked at in the step that decides.
    const sending = await shelf.change(entry, (now) =>
      now.state.is === 'queued' && !isOver(now)
        ? { ...now, state: { is: 'sending' }, tries: now.tries + 1 }
        : now,
    )
    if (sending?.state.is !== 'sending') {
      flying.delete(key)
      if (sending && isOver(sending)) pump()
      return
    }
    await deps.changed()
    const state = afterTry(await performed(sending), clock.now())
    await shelf.change(entry, (now) => (now.state.is === 'sending' ? { ...now, state } : now))
    if (state.is === 'queued') rest(sending)
    flying.delete(key)
    await deps.changed()
  }

  /** A request that fails in a way nobody foresaw may have arrived all the same. */
  async function performed({ command, key }: Entry): Promise<Result<Applied>> {
    try {
      return await deps.perform(command, key)
    } catch (cause) {
      const error = new AppError('outcome_unknown', 'the request failed', undefined, { cause })
      return { ok: false, error }
    }
  }

  function rest({ key, tries }: Entry): void {
    resting.add(key)
    clock.after(backoff(deps.random, tries, limits.resendMs, limits.resendMostMs), () => {
      resting.delete(key)
      pump()
    })
  }

  async function takeStock(): Promise<void> {
    const now = clock.now()
    for (const entry of await shelf.list()) {
      if (entry.state.is === 'applied' && now - entry.at > limits.appliedKeptMs) await shelf.remove(entry)
      else if (entry.state.is === 'sending') await shelf.change(entry, afterTakeover)
    }
    await deps.changed()
  }

  return {
    takeOver() {
      void takeStock().then(() => {
        const stop = deps.ready.subscribe((ready) => {
          if (!ready) return
          resting.clear()
          pump()
        })
        deps.closed.addEventListener('abort', stop, { once: true })
      })
    },
    pump,
  }
}
