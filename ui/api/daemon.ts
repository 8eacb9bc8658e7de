/** A machine's API, typed by the daemon itself, over its circuit. */
import { treaty } from '@elysiajs/eden'
import type { DaemonApp } from '../../daemon/app.ts'

// Elysia finds the path from the eleventh character of a URL on, so the host has at least four letters.
export const MACHINE_BASE = 'http://machine'

export type Daemon = ReturnType<typeof daemonOver>

export const daemonOver = (fetcher: typeof fetch) =>
  treaty<DaemonApp>(MACHINE_BASE, { fetcher, parseDate: false })

/** Eden puts a path parameter into the URL as it is; this makes it one segment. `checkId` came before: no dots. */
export const segment = (id: string): string => encodeURIComponent(id)
