import type { EventType, SessionEvent } from '../../shared/wire/event.ts'
import type { LongText } from '../../shared/wire/text.ts'
import type { MessageRole } from './message-store.ts'

/** A message of which nothing more will come. */
export interface Gathered {
  seq: number
  at: number
  role: MessageRole
  text: string
}

export interface Gatherer {
  feed(event: SessionEvent): void
  /** What is open is whole. */
  end(): void
  /** Where the open message begins; null: none is. */
  openFrom(): number | null
}

/** A longer message is several, so that a page of results has a bounded cost. Characters. */
const PIECE_CHARS = 64 * 1024

type TextEvent = Extract<SessionEvent, { type: 'message_delta' }>

/** Events that may come in the middle of an agent's message. After any other one it is whole. */
const BESIDE: ReadonlySet<EventType> = new Set<EventType>([
  'message_delta',
  'prompt',
  'prompt_withdrawn',
  'plan',
  'usage',
  'config',
  'raw',
  'permission_resolved',
  'elicitation_resolved',
])

export const endsMessage = (type: EventType): boolean => !BESIDE.has(type)

/** What a piece of text belongs to, among its neighbours. */
export const messageKey = (event: Pick<TextEvent, 'role' | 'message'>): string =>
  `${event.role ?? 'agent'} ${event.message ?? ''}`

/** Puts the messages of a log together, from its events in order. `whole` reads a text that was cut. */
export function createGatherer(
  whole: (text: LongText) => string,
  emit: (message: Gathered) => void,
): Gatherer {
  let open: { key: string; message: Gathered } | null = null
  const end = (): void => {
    if (open) emitPieces(open.message, emit)
    open = null
  }
  return {
    end,
    openFrom: () => open?.message.seq ?? null,
    feed(event) {
      if (event.type === 'prompt') {
        return emitPieces({ seq: event.seq, at: event.at, role: 'person', text: whole(event.text) }, emit)
      }
      if (event.type !== 'message_delta') return endsMessage(event.type) ? end() : undefined
      const key = messageKey(event)
      if (open && (open.key !== key || open.message.text.length >= PIECE_CHARS)) end()
      const role = event.role === 'user' ? 'person' : 'agent'
      open ??= { key, message: { seq: event.seq, at: event.at, role, text: '' } }
      open.message.text += whole(event.text)
    },
  }
}

function emitPieces(message: Gathered, emit: (message: Gathered) => void): void {
  const { text } = message
  for (let from = 0; from < text.length; ) {
    const to = pieceEnd(text, from)
    emit({ ...message, text: text.slice(from, to) })
    from = to
  }
}

/** Behind the last space of the piece, so that no word is in two; without one, between two characters. */
function pieceEnd(text: string, from: number): number {
  const most = from + PIECE_CHARS
  if (most >= text.length) return text.length
  const space = Math.max(text.lastIndexOf(' ', most), text.lastIndexOf('\n', most))
  if (space > from) return space + 1
  const unit = text.charCodeAt(most)
  return unit >= 0xdc00 && unit <= 0xdfff ? most - 1 : most
}
