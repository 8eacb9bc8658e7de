/** What a person typed and did not send: kept as they type, per session, over reloads and a phone that locks. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { utf8Length } from '../../shared/bytes.ts'
import type { Clock, Timer } from '../../shared/time.ts'
import type { KeyedStore } from '../api/keyed-store.ts'
import type { UiLimits } from '../limits.ts'

export interface Drafts {
  /** `place` is a session's id, or `new` for the first message of one that does not exist yet. */
  of(place: string): Draft
  /** Writes down what is not written yet: the page is going away. */
  flush(): Promise<void>
}

export interface Draft {
  readonly text: ReadonlySignal<string>
  set(text: string): void
  /** `set` of what is chosen, not typed: written down at once. */
  keep(text: string): void
  clear(): void
  /** A refused text comes back, before what was typed since. */
  putBack(text: string): void
}

interface Held {
  text: Signal<string>
  touched: boolean
  timer: Timer | null
}

export function createDrafts(deps: {
  store: KeyedStore
  /** Of the account and the machine. */
  name: string
  clock: Clock
  limits: Pick<UiLimits, 'draftAfterMs' | 'draftBytes'>
}): Drafts {
  const { store, clock, limits } = deps
  const held = new Map<string, Held>()
  const keyOf = (place: string): string => `${deps.name}/${place}`

  async function write(place: string, draft: Held): Promise<void> {
    draft.timer?.cancel()
    draft.timer = null
    const text = draft.text.peek()
    if (text === '') await store.remove(keyOf(place))
    else if (utf8Length(text) <= limits.draftBytes) await store.put(keyOf(place), text)
  }

  function hold(place: string): Held {
    const draft: Held = { text: signal(''), touched: false, timer: null }
    held.set(place, draft)
    void store.get(keyOf(place)).then((kept) => {
      if (typeof kept === 'string' && !draft.touched) draft.text.value = kept
    })
    return draft
  }

  return {
    of(place) {
      const draft = held.get(place) ?? hold(place)
      const set = (text: string): void => {
        draft.touched = true
        draft.text.value = text
        draft.timer?.cancel()
        draft.timer = clock.after(limits.draftAfterMs, () => void write(place, draft))
      }
      return {
        text: draft.text,
        set,
        keep(text) {
          set(text)
          void write(place, draft)
        },
        clear() {
          set('')
          void write(place, draft)
        },
        putBack(text) {
          const since = draft.text.peek()
          set(since === '' ? text : `${text}\n${since}`)
        },
      }
    },
    async flush() {
      await Promise.all(
        [...held].filter(([, { timer }]) => timer !== null).map(([place, draft]) => write(place, draft)),
      )
    },
  }
}
