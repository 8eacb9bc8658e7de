import { relativeTime } from './relative-time.ts'

/** `now` comes from the page's one clock, so that all rows turn over together. */
export function TimeAgo({ at, now }: { at: number; now: number }) {
  const whole = new Date(at).toISOString()
  return (
    <time class="time-ago" dateTime={whole} title={new Date(at).toLocaleString()}>
      {relativeTime(at, now)}
    </time>
  )
}
