/**
 * Lines a person types. The terminal itself edits them, except a secret, which is typed blind. A line goes to the
 * question that is open; a line typed before its question was drawn never answers it.
 */
export interface Keyboard {
  /** There is a terminal to draw questions on and to type at. */
  present: boolean
  /** The next line typed, without its newline; null when there is none to come or `signal` aborted. */
  nextLine(signal?: AbortSignal, secret?: boolean): Promise<string | null>
  /** Everything that was piped in. */
  readAll(): Promise<string>
  /** Lines that no question waited for; null: the input ended. */
  onIdleLine(listener: ((line: string | null) => void) | null): void
}

export interface KeySource {
  listen(onText: (text: string) => void, onEnd: () => void): void
  readAll(): Promise<string>
  /** While blind nothing typed is echoed and every key arrives as it is. */
  blind(on: boolean): void
  /** What Ctrl-C does while blind; the terminal does it by itself otherwise. */
  interrupt(): void
}

type Taker = (line: string | null) => void

export function createKeyboard(input: KeySource, present: boolean): Keyboard {
  let asked: Taker | null = null
  let idle: Taker | null = null
  let listening = false
  let rest = ''
  let ended = false

  const give = (line: string | null) => {
    const taker = asked ?? idle
    asked = null
    taker?.(line)
  }
  const onEnd = () => {
    ended = true
    give(null)
  }
  const onText = (text: string) => {
    const typed = readKeys(rest, text)
    rest = typed.rest
    if (typed.interrupted) input.interrupt()
    for (const line of typed.lines) give(line)
    if (typed.ended) onEnd()
  }
  const listen = () => {
    if (!listening) input.listen(onText, onEnd)
    listening = true
  }

  return {
    present,
    nextLine: (signal, secret = false) => {
      if (ended || signal?.aborted) return Promise.resolve(null)
      listen()
      if (secret) input.blind(true)
      const { promise, resolve } = Promise.withResolvers<string | null>()
      asked = resolve
      const stop = () => {
        if (asked === resolve) asked = null
        resolve(null)
      }
      signal?.addEventListener('abort', stop, { once: true })
      return promise.finally(() => {
        if (secret) input.blind(false)
        signal?.removeEventListener('abort', stop)
      })
    },
    readAll: () => input.readAll(),
    onIdleLine: (listener) => {
      idle = listener
      if (listener) listen()
    },
  }
}

const INTERRUPT = '\u0003'
const END = '\u0004'
const KEYS_BACK = new Set(['\u0008', '\u007f'])

/** Lines out of text as it arrives, with the few keys that a blind line needs. `rest` is the line so far. */
export function readKeys(
  before: string,
  text: string,
): { lines: string[]; rest: string; interrupted: boolean; ended: boolean } {
  const lines: string[] = []
  let rest = before
  let interrupted = false
  let ended = false
  for (const char of text.replaceAll('\r\n', '\n')) {
    if (char === '\n' || char === '\r') {
      lines.push(rest)
      rest = ''
    } else if (KEYS_BACK.has(char)) rest = [...rest].slice(0, -1).join('')
    else if (char === INTERRUPT) interrupted = true
    else if (char === END) ended = rest === ''
    else rest += char
  }
  return { lines, rest, interrupted, ended }
}
