/**
 * When gathered frames go out: after everything that is ready now ran. A microtask is too early, it runs between two
 * timers of one instant and between an answer's head and its body; a timer is too late.
 */
export type Schedule = (run: () => void) => void

export const nextTick: Schedule = typeof setImmediate === 'function' ? (run) => setImmediate(run) : byPort()

/** Browsers have no setImmediate; a message to oneself is a task of its own and is not throttled as timers are. */
function byPort(): Schedule {
  if (typeof MessageChannel !== 'function') return queueMicrotask
  const waiting: (() => void)[] = []
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => waiting.shift()?.()
  return (run) => {
    waiting.push(run)
    port2.postMessage(null)
  }
}
