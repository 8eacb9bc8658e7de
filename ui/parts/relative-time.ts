import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { t } from '../locale/t.ts'

const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })

/** How long ago, in the largest whole unit; a date after a week. Both in Unix milliseconds. */
export function relativeTime(at: number, now: number): string {
  const past = Math.max(0, now - at)
  if (past < MINUTE_MS) return t('time.now')
  if (past < HOUR_MS) return t('time.minutes', { n: Math.floor(past / MINUTE_MS) })
  if (past < DAY_MS) return t('time.hours', { n: Math.floor(past / HOUR_MS) })
  if (past < 7 * DAY_MS) return t('time.days', { n: Math.floor(past / DAY_MS) })
  return date.format(at)
}
