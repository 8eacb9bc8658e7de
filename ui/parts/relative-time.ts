import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { LOCALE, t } from '../locale/t.ts'

const date = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' })
const time = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dateAndTime = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** How long ago, in the largest whole unit; a date after a week. Both in Unix milliseconds. */
export function relativeTime(at: number, now: number): string {
  const past = Math.max(0, now - at)
  if (past < MINUTE_MS) return t('time.now')
  if (past < HOUR_MS) return t('time.minutes', { n: Math.floor(past / MINUTE_MS) })
  if (past < DAY_MS) return t('time.hours', { n: Math.floor(past / HOUR_MS) })
  if (past < 7 * DAY_MS) return t('time.days', { n: Math.floor(past / DAY_MS) })
  return date.format(at)
}

/** In a sentence: “just now”, “3 min ago”, “3 Nov”. */
export function agoWords(at: number, now: number): string {
  const past = now - at
  if (past < MINUTE_MS) return t('time.just_now')
  const span = relativeTime(at, now)
  return past < 7 * DAY_MS ? t('time.ago', { span }) : span
}

/** Since when: a time within the last day, a date before it. */
export const sinceWords = (at: number, now: number): string => (now - at < DAY_MS ? time : date).format(at)

/** Until when: a time within the next day, with its date after it. */
export const untilWords = (at: number, now: number): string =>
  (at - now < DAY_MS ? time : dateAndTime).format(at)
