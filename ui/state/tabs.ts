/** What the tabs of one browser share: who owns a thing, and that something changed. */
export interface Tabs {
  /** Runs `owned` once this tab owns `name`, at most one tab at a time; gives it back when `until` aborts. */
  own(name: string, until: AbortSignal, owned: () => void): void
  /** Tells the other tabs. */
  ring(name: string): void
  /** `heard` when another tab rang. */
  listen(name: string, until: AbortSignal, heard: () => void): void
}

/** By Web Locks, which the browser frees with the tab, and BroadcastChannel. */
export function browserTabs(locks: LockManager): Tabs {
  const channels = new Map<string, BroadcastChannel>()
  const channel = (name: string): BroadcastChannel => {
    const known = channels.get(name) ?? new BroadcastChannel(name)
    channels.set(name, known)
    return known
  }
  return {
    own(name, until, owned) {
      const held = async (): Promise<void> => {
        owned()
        await new Promise<void>((resolve) => {
          until.addEventListener('abort', () => resolve(), { once: true })
        })
      }
      locks.request(name, { signal: until }, held).catch((error: unknown) => {
        if (!until.aborted) throw error
      })
    },
    ring: (name) => channel(name).postMessage('changed'),
    listen(name, until, heard) {
      const at = channel(name)
      at.addEventListener('message', heard)
      until.addEventListener('abort', () => at.removeEventListener('message', heard), { once: true })
    },
  }
}

/** For a browser without Web Locks: each tab takes itself for the only one; the machine still applies a key once. */
export const singleTab: Tabs = {
  own: (_name, _until, owned) => owned(),
  ring() {},
  listen() {},
}
