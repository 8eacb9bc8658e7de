/**
 * Whether the view sticks to the foot. It does until the reader leaves it, it is never pulled back while they read,
 * and what arrives meanwhile is counted. Pure: measures come in, a decision comes out.
 */
import { transcriptLimits } from './transcript-limits.ts'

export type Follow = { at: 'foot' } | { at: 'reading'; unseen: number }

export interface ScrollMeasure {
  scrollTop: number
  clientHeight: number
  scrollHeight: number
}

export const AT_FOOT: Follow = { at: 'foot' }

export const isAtFoot = ({ scrollTop, clientHeight, scrollHeight }: ScrollMeasure): boolean =>
  scrollHeight - clientHeight - scrollTop <= transcriptLimits.footSlackPx

/** After the reader scrolled, or opened or closed something. `toEnd`: the last row is drawn, so the foot is the end. */
export function scrolled(follow: Follow, measure: ScrollMeasure, toEnd: boolean): Follow {
  if (toEnd && isAtFoot(measure)) return AT_FOOT
  return follow.at === 'reading' ? follow : { at: 'reading', unseen: 0 }
}

/** After `count` rows came at the end. */
export function arrived(follow: Follow, count: number): Follow {
  if (follow.at === 'foot' || count <= 0) return follow
  return { at: 'reading', unseen: follow.unseen + count }
}
