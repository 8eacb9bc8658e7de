/**
 * Lines a person types. The terminal itself edits the line. A line goes to the question that is open; a line typed
 * before its question was drawn never answers it.
 */
export interface Keyboard {
  /** There is a terminal to draw questions on and to type at. */
  present: boolean
  /** The next line typed, without its newline; null when there is none to come or `signal` aborted. */
  nextLine(signal?: AbortSignal): Promise<string | null>
  /** Everything that was piped in. */
  readAll(): Promise<string>
  /** Lines that no question waited for. Null stops listening. */
  onIdleLine(listener: ((line: string | null) => void) | null): void
}

export function createKeyboard(input: ReadableSource, present: boolean): Keyboard {
  let asked: ((line: string | null) => void) | null = null
  let idle: ((line: string | null) => void) | null = null
  let listening = false
  let rest = ''
  let ended = false

  const give = (line: string | null) => {
    const taker = asked ?? idle
    asked = null
    taker?.(line)
  }
  const onText = (text: string) => {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) give(line)
  }
  const onEnd = () => {
    ended = true
    give(null)
  }
  const listen = () => {
    if (listening) return
    listening = true
    input.listen(onText, onEnd)
  }

  return {
    present,
    nextLine: (signal) => {
      if (ended || signal?.aborted) return Promise.resolve(null)
      listen()
      const { promise, resolve } = Promise.withResolvers<string | null>()
      asked = resolve
      const stop = () => {
        if (asked === resolve) asked = null
        resolve(null)
      }
      signal?.addEventListener('abort', stop, { once: true })
      return promise.finally(() => signal?.removeEventListener('abort', stop))
    },
    readAll: () => input.readAll(),
    onIdleLine: (listener) => {
      idle = listener
      if (listener) listen()
    },
  }
}

export interface ReadableSource {
  listen(onText: (text: string) => void, onEnd: () => void): void
  readAll(): Promise<string>
}
