/**
 * Until when Codex takes nothing more, as both of its adapters hand it on: a code that says that a limit was met, and
 * the instant in words, by this machine's clock: `…try again at 5:04 PM.`, `…at Dec 3rd, 2026 5:04 PM.`
 */
import { at, textOf } from './json.ts'
import type { RpcError } from './message.ts'
import { LIMIT } from './session-failure.ts'

export function codexLimit(error: RpcError, now: number): number | null {
  if (!isLimit(error)) return null
  const words = textOf(at(error.data, 'message')) ?? error.message
  const { month, day, year, hour, minute, half } = TRY_AGAIN.exec(words)?.groups ?? {}
  if (hour === undefined) return null
  const today = new Date(now)
  const dated = month !== undefined
  const until = new Date(
    dated ? Number(year) : today.getFullYear(),
    dated ? MONTHS.indexOf(month) : today.getMonth(),
    dated ? Number(day) : today.getDate(),
    (Number(hour) % 12) + (half === 'PM' ? 12 : 0),
    // Its seconds are cut off.
    Number(minute) + 1,
  ).getTime()
  return until > now ? until : null
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const TRY_AGAIN = new RegExp(
  `try again at (?:(?<month>${MONTHS.join('|')}) (?<day>\\d{1,2})[a-z]{2}, (?<year>\\d{4}) )?` +
    '(?<hour>\\d{1,2}):(?<minute>\\d{2}) (?<half>AM|PM)',
)

const isLimit = ({ data }: RpcError): boolean =>
  at(data, 'category') === LIMIT ||
  at(data, 'codexErrorInfo') === 'usageLimitExceeded' ||
  at(data, 'codex_error_info') === 'usage_limit_exceeded'
