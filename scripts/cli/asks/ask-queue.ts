/** Open asks one at a time, in the order they were raised; one that was settled elsewhere is put aside. */
export interface AskQueue {
  raise(ask: string): void
  settle(ask: string): void
}

export function createAskQueue(
  handle: (ask: string, signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): AskQueue {
  const known = new Set<string>()
  const waiting: string[] = []
  let current: { ask: string; abort: AbortController } | null = null

  const work = async () => {
    for (let ask = waiting.shift(); ask !== undefined; ask = waiting.shift()) {
      current = { ask, abort: new AbortController() }
      try {
        await handle(ask, current.abort.signal)
      } catch (error) {
        onError(error)
      }
      current = null
    }
  }
  return {
    raise: (ask) => {
      if (known.has(ask)) return
      known.add(ask)
      waiting.push(ask)
      if (current === null && waiting.length === 1) void work()
    },
    settle: (ask) => {
      known.add(ask)
      const at = waiting.indexOf(ask)
      if (at >= 0) waiting.splice(at, 1)
      if (current?.ask === ask) current.abort.abort()
    },
  }
}
