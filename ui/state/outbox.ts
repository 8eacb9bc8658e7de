/**
 * Commands on their way to one machine. Each is stored before it is drawn as given, under a key that the machine applies
 * once, and leaves when somebody saw what became of it. One tab, the owner, sends; it alone sends again.
 */
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Result } from '../../shared/errors.ts'
import { type Random, randomText } from '../../shared/ids.ts'
import type { Clock } from '../../shared/time.ts'
import type { KeyedStore } from '../api/keyed-store.ts'
import type { UiLimits } from '../limits.ts'
import type { Applied, Command, Entry, EntryState } from './outbox-entry.ts'
import { afterCheck, isSettled } from './outbox-rules.ts'
import { type OutboxSender, outboxSender } from './outbox-sender.ts'
import { outboxShelf } from './outbox-shelf.ts'
import { until } from './pause.ts'
import type { Tabs } from './tabs.ts'

export interface Outbox {
  /** In the order they were given; of all tabs. */
  readonly entries: ReadonlySignal<readonly Entry[]>
  /** Resolves with its key once it is stored: from then on it is not lost. */
  send(command: Command): Promise<string>
  /** How it ended: applied, refused or not known. What this tab's own acts came to leaves the outbox with that. */
  settled(key: string): Promise<EntryState>
  /** Asks the machine about one that is not known. */
  check(key: string): Promise<void>
  /** Once more, as a new command. Resolves with its new key; null: there is no such entry. */
  sendAgain(key: string): Promise<string | null>
  forget(key: string): Promise<void>
  /** The log of a session is shown up to `last`: messages whose echo is there leave. */
  seen(session: string, last: number): void
  close(): void
}

export interface OutboxDeps {
  store: KeyedStore
  /** Of the account and the machine; the lock's name too. */
  name: string
  perform(command: Command, key: string): Promise<Result<Applied>>
  check(command: Command, key: string): Promise<Result<Applied>>
  /** Whether the machine is reached just now. */
  ready: ReadonlySignal<boolean>
  tabs: Tabs
  clock: Clock
  random: Random
  limits: UiLimits
}

const KEY_CHARS = 26

export function createOutbox(deps: OutboxDeps): Outbox {
  const { clock, tabs, name } = deps
  const entries = signal<readonly Entry[]>([])
  const closed = new AbortController()
  const shelf = outboxShelf(deps.store, name)
  /** By session: how far its log is shown. */
  const shownTo = new Map<string, number>()
  let lastAt = 0
  let sender: OutboxSender | null = null

  async function refresh(): Promise<void> {
    entries.value = await shelf.list()
    for (const session of shownTo.keys()) leaveSeen(session)
  }

  /** Its echo and the answer to it may come in either order. */
  function leaveSeen(session: string): void {
    const last = shownTo.get(session) ?? 0
    for (const { key, state } of entries.peek()) {
      if (state.is !== 'applied' || state.answer.session !== session) continue
      if (state.answer.seq !== null && state.answer.seq <= last) void forget(key)
    }
  }

  /** Something on the shelf changed by this tab's doing. */
  async function changed(): Promise<void> {
    await refresh()
    tabs.ring(name)
    sender?.pump()
  }

  async function send(command: Command): Promise<string> {
    // Strictly later than the one before: the order of the shelf is the order they were given in.
    lastAt = Math.max(clock.now(), lastAt + 1)
    const key = randomText(deps.random, KEY_CHARS)
    await shelf.put({ key, at: lastAt, command, state: { is: 'queued' }, tries: 0 })
    await changed()
    return key
  }

  const find = (key: string): Entry | null => entries.peek().find((entry) => entry.key === key) ?? null

  async function forget(key: string): Promise<void> {
    const entry = find(key)
    if (!entry) return
    await shelf.remove(entry)
    await changed()
  }

  /**
   * A message stays until its echo is there; for anything else, to have been told is enough. A message that another tab
   * took off the shelf had its echo there, since nobody can discard one that is under way.
   */
  async function outcomeOf(
    key: string,
    state: EntryState | null,
    message: string | null,
  ): Promise<EntryState> {
    if (state?.is === 'applied' && message === null) await forget(key)
    if (state !== null) return state
    if (message === null) return { is: 'not_known' }
    return { is: 'applied', answer: { session: message, seq: null, landed: null } }
  }

  tabs.listen(name, closed.signal, () => {
    void refresh().then(() => sender?.pump())
  })
  tabs.own(name, closed.signal, () => {
    sender = outboxSender({ ...deps, shelf, changed, closed: closed.signal })
    sender.takeOver()
  })
  void refresh()

  return {
    entries,
    send,
    async settled(key) {
      let state: EntryState | null = null
      const command = find(key)?.command
      const message = command?.do === 'prompt' ? command.session : null
      const isOver = (): boolean => {
        const entry = find(key)
        if (entry && isSettled(entry)) state = entry.state
        return state !== null || !entry
      }
      await until(entries, isOver, closed.signal)
      return outcomeOf(key, state, message)
    },
    async check(key) {
      const entry = find(key)
      if (entry?.state.is !== 'not_known') return
      const state = afterCheck(entry, await deps.check(entry.command, key), clock.now())
      if (!state) return
      await shelf.change(entry, (now) => ({ ...now, state }))
      await changed()
    },
    async sendAgain(key) {
      const entry = find(key)
      if (!entry) return null
      const again = await send(entry.command)
      await forget(key)
      return again
    },
    forget,
    seen(session, last) {
      shownTo.set(session, last)
      leaveSeen(session)
    },
    close: () => closed.abort(),
  }
}
