import type { Tabs } from '../tabs.ts'

/** The tabs of one browser, in one process: the first that asks owns, and the next one when it goes. */
export function fakeBrowser(): () => Tabs {
  const waiting = new Map<string, (() => void)[]>()
  const listeners = new Set<{ name: string; tab: number; heard: () => void }>()
  const give = (name: string): void => waiting.get(name)?.[0]?.()
  let tabs = 0

  return () => {
    const tab = tabs++
    return {
      own(name, until, owned) {
        const queue = waiting.get(name) ?? []
        waiting.set(name, queue)
        queue.push(owned)
        until.addEventListener('abort', () => {
          const wasOwner = queue[0] === owned
          queue.splice(queue.indexOf(owned), 1)
          if (wasOwner) queueMicrotask(() => give(name))
        })
        if (queue.length === 1) queueMicrotask(() => give(name))
      },
      ring(name) {
        for (const one of [...listeners]) {
          if (one.name === name && one.tab !== tab) queueMicrotask(one.heard)
        }
      },
      listen(name, until, heard) {
        const one = { name, tab, heard }
        listeners.add(one)
        until.addEventListener('abort', () => listeners.delete(one))
      },
    }
  }
}
