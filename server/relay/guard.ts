import type { Logger } from 'pino'

/** Runs `work`; a throw goes to the log, because the sockets of others must not pay for it. False: it threw. */
export type Guard = (what: string, work: () => void) => boolean

export const createGuard =
  (log: Logger): Guard =>
  (what, work) => {
    try {
      work()
      return true
    } catch (error) {
      log.error({ err: error, what }, 'the relay could not do this')
      return false
    }
  }
