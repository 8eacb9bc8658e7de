/** The log of a process; for the Bun parts only. */
import pino, { type Logger } from 'pino'

/** JSON lines on stderr, each written before the call returns: the last one says why a process ended. */
export const createLog = (level: string): Logger => pino({ level }, pino.destination({ fd: 2, sync: true }))
