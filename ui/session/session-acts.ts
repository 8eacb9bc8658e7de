/**
 * What a person does in one session. Everything goes through the outbox; what it comes to is told where it was done: a
 * refused message is in the composer again, a refused answer stands on its ask, anything else is said.
 */
import { batch, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { ErrorCode } from '../../shared/errors.ts'
import type { AskAnswer } from '../../shared/wire/ask.ts'
import type { Control } from '../../shared/wire/control.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import type { MachineLink } from '../state/machine.ts'
import type { Command, Entry, EntryState } from '../state/outbox-entry.ts'

export interface Said {
  id: string
  text: string
}

export interface SessionActs {
  /** Why the last message came back, in words. */
  readonly refused: ReadonlySignal<string | null>
  /** By ask: why its last answer did not land. */
  readonly failed: ReadonlySignal<ReadonlyMap<string, FailedAnswer>>
  readonly said: ReadonlySignal<readonly Said[]>
  /** Goes on in the outbox once it is stored; until then the text stays in its draft. */
  send(text: string): Promise<void>
  /** The text comes back to the composer. */
  takeBack(seq: number, text: string): void
  answer(ask: string, answer: AskAnswer): void
  control(control: Control, value: string | boolean): void
  perform(act: 'cancel' | 'stop' | 'resume' | 'park'): void
  stopTask(task: string): void
  /** Says something that is not the outcome of a command; the same `id` again replaces it. */
  tell(id: string, text: string): void
  pin(pinned: boolean): void
  /** For who waits for the outcome themselves: it is not said anywhere else. */
  settled(command: Command): Promise<EntryState>
  check(key: string): void
  sendAgain(key: string): void
  dismiss(id: string): void
  close(): void
}

export interface FailedAnswer {
  code: ErrorCode | 'not_known'
  words: string
}

/** `openedAt`: what was given before is this page's to tell, though another one gave it. */
export function createSessionActs(
  { outbox, drafts }: Pick<MachineLink, 'outbox' | 'drafts'>,
  session: string,
  openedAt: number,
): SessionActs {
  const draft = drafts.of(session)
  const refused = signal<string | null>(null)
  const failed = signal<ReadonlyMap<string, FailedAnswer>>(new Map())
  const said = signal<readonly Said[]>([])
  /** Given on this page; those that somebody waits for are not told here. */
  const given = new Set<string>()
  const waitedFor = new Set<string>()
  const told = new Set<string>()
  /** Of messages that are taken back. */
  const texts = new Map<number, string>()

  async function give(command: Command): Promise<string | null> {
    try {
      const key = await outbox.send(command)
      given.add(key)
      return key
    } catch {
      return null // this browser could not store it: whoever gave it keeps it and is told
    }
  }

  const say = (id: string, text: string): void => {
    said.value = [...said.peek().filter((one) => one.id !== id), { id, text }]
  }

  function act(command: Command): void {
    void give(command).then((key) => {
      if (key === null) say('unstored', t('session.unstored'))
    })
  }

  const fail = (ask: string, failure: FailedAnswer): void => {
    failed.value = new Map(failed.peek()).set(ask, failure)
  }

  function tell({ key, command, state }: Entry): void {
    if (state.is === 'applied' && command.do === 'take_back') draft.putBack(texts.get(command.seq) ?? '')
    if (state.is === 'refused') {
      const words = errorWords(state.code)
      if (command.do === 'prompt') {
        draft.putBack(command.text)
        refused.value = words
      } else if (command.do === 'answer') fail(command.ask, { code: state.code, words })
      else say(key, t('session.act_refused', { act: actWords(command), why: words }))
    }
    if (state.is === 'not_known' && command.do === 'answer') {
      fail(command.ask, { code: 'not_known', words: t('session.answer_not_known') })
    } else if (state.is === 'not_known') say(key, t('session.act_not_known', { act: actWords(command) }))
    void outbox.forget(key)
  }

  /** A message that is applied leaves when its echo is there, one that is not known when the person decided. */
  const isOver = ({ command, state }: Entry): boolean =>
    state.is === 'refused' ||
    (command.do !== 'prompt' && (state.is === 'applied' || state.is === 'not_known'))

  const stop = effect(() => {
    const over = outbox.entries.value.filter(
      (entry) =>
        isOver(entry) &&
        sessionOf(entry.command) === session &&
        (given.has(entry.key) || entry.at < openedAt) &&
        !waitedFor.has(entry.key) &&
        !told.has(entry.key),
    )
    batch(() => {
      for (const entry of over) {
        told.add(entry.key)
        tell(entry)
      }
    })
  })

  return {
    refused,
    failed,
    said,
    async send(text) {
      refused.value = null
      const key = await give({ do: 'prompt', session, text })
      if (key === null) refused.value = t('session.unstored')
      else if (draft.text.peek() === text) draft.clear()
    },
    takeBack(seq, text) {
      texts.set(seq, text)
      act({ do: 'take_back', session, seq })
    },
    answer(ask, answer) {
      const others = new Map(failed.peek())
      others.delete(ask)
      failed.value = others
      void give({ do: 'answer', session, ask, answer }).then((key) => {
        if (key === null) fail(ask, { code: 'not_known', words: t('session.unstored') })
      })
    },
    control: ({ id }, value) => act({ do: 'control', session, control: id, value }),
    perform: (what) => act({ do: what, session }),
    tell: say,
    stopTask: (task) => act({ do: 'stop_task', session, task }),
    pin: (pinned) => act({ do: 'change', session, change: { pinned } }),
    async settled(command) {
      const key = await give(command)
      if (key === null) return { is: 'not_known' }
      waitedFor.add(key)
      const state = await outbox.settled(key)
      if (state.is !== 'applied') await outbox.forget(key)
      waitedFor.delete(key)
      return state
    },
    check: (key) => void outbox.check(key),
    sendAgain(key) {
      void outbox.sendAgain(key).then((again) => again !== null && given.add(again))
    },
    dismiss(id) {
      said.value = said.peek().filter((one) => one.id !== id)
    },
    close: stop,
  }
}

const sessionOf = (command: Command): string | null => (command.do === 'create' ? null : command.session)

function actWords({ do: what }: Command): string {
  switch (what) {
    case 'create':
    case 'prompt':
    case 'answer':
      return t('session.act_send')
    case 'take_back':
      return t('prompt.take_back')
    case 'control':
      return t('session.act_control')
    case 'change':
      return t('session.act_change')
    case 'cancel':
      return t('composer.stop')
    case 'stop':
      return t('session.stop')
    case 'resume':
      return t('session.resume')
    case 'park':
      return t('session.park')
    case 'clear':
      return t('session.clear')
    case 'stop_task':
      return t('session.task_stop')
    case 'delete':
      return t('session.delete')
  }
}
