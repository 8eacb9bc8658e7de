import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { t } from '../locale/t.ts'

/** Milliseconds; null: never. */
export type Wait = number | null

export const PARK_CHOICES: readonly Wait[] = [
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  DAY_MS,
  null,
]
export const TIMEOUT_CHOICES: readonly Wait[] = [
  10 * MINUTE_MS,
  HOUR_MS,
  8 * HOUR_MS,
  DAY_MS,
  7 * DAY_MS,
  null,
]

/** The choices with the one that is set among them, whatever it is: a list never shows another value than the real one. */
export function withCurrent(choices: readonly Wait[], current: Wait): Wait[] {
  if (choices.includes(current)) return [...choices]
  return [...choices, current].sort((a, b) => (a ?? Infinity) - (b ?? Infinity))
}

export function waitWords(wait: Wait): string {
  return wait === null ? t('machine_settings.never') : t('machine_settings.after', { span: spanWords(wait) })
}

function spanWords(ms: number): string {
  if (ms % DAY_MS === 0) return t('machine_settings.days', { count: ms / DAY_MS })
  if (ms % HOUR_MS === 0) return t('machine_settings.hours', { count: ms / HOUR_MS })
  return t('machine_settings.minutes', { count: Math.round(ms / MINUTE_MS) })
}

/** As the value of an option, and back. */
export const keyOf = (wait: Wait): string => String(wait)
export const waitOf = (key: string): Wait => (key === 'null' ? null : Number(key))

export const COUNT = { least: 1, most: 64 } as const

/** Null: not a count that can be set. */
export function countOf(text: string): number | null {
  const count = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return count >= COUNT.least && count <= COUNT.most ? count : null
}
