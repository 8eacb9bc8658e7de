/** Shapes that settings of several parts have. Each answers undefined to what it does not take. */
import { isAbsolute, join } from 'node:path'
import type { Environment } from './setting.ts'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export const parseLogLevel = (value: string): LogLevel | undefined =>
  logLevels.find((level) => level === value)

/** What one process is: `all` is an authority and the daemon beside it. */
export const roles = ['all', 'authority', 'daemon'] as const
export type Role = (typeof roles)[number]

export const parseRole = (value: string): Role | undefined => roles.find((role) => role === value)

/** `1`, `true` and `yes` are on, `0`, `false` and `no` are off. */
export function parseSwitch(value: string): boolean | undefined {
  if (['1', 'true', 'yes'].includes(value)) return true
  return ['0', 'false', 'no'].includes(value) ? false : undefined
}

export function parsePort(value: string): number | undefined {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : -1
  return port >= 0 && port <= 65_535 ? port : undefined
}

export const parseDirectory = (value: string): string | undefined => (isAbsolute(value) ? value : undefined)

/** Empty where the environment names no directory of a person. */
export function defaultHome(env: Environment): string {
  const home = env.HOME ?? ''
  return isAbsolute(home) ? join(home, '.fairlead') : ''
}

export const NO_HOME = 'FAIRLEAD_HOME is not set, and HOME names no directory to put it in.'

const LOOPBACK_V4 = /^127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || LOOPBACK_V4.test(host)
