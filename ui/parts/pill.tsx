import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import type { Connection } from '../state/connection.ts'
import { classes } from './classes.ts'
import { sinceWords } from './relative-time.ts'

/** These wait for the person and for nobody else. */
const NEEDS_YOU: ReadonlySet<Connection['is']> = new Set(['signed_out', 'not_approved', 'key_changed'])

export interface PillProps {
  connection: Connection
  /** Unix milliseconds. */
  now: number
  onPress?: () => void
}

/** What the connection is, in the words a person needs: a filled ring when it holds, an open one when it does not. */
export function Pill({ connection, now, onPress }: PillProps) {
  const needsYou = NEEDS_YOU.has(connection.is)
  const name = classes('pill', `pill-${connection.is.replace('_', '-')}`, needsYou && 'pill-needs')
  const inside = (
    <>
      <span class="pill-shape" aria-hidden="true" />
      <span>{connectionWords(connection, now)}</span>
    </>
  )
  return (
    <div role="status" class="pill-holder">
      {onPress ? (
        <button type="button" class={name} onClick={onPress}>
          {inside}
        </button>
      ) : (
        <span class={name}>{inside}</span>
      )}
    </div>
  )
}

export function connectionWords(connection: Connection, now: number): string {
  switch (connection.is) {
    case 'connected':
      return t('pill.connected')
    case 'connecting':
      return t('pill.connecting')
    case 'reconnecting':
      return t('pill.reconnecting', { attempt: connection.attempt })
    case 'offline':
      return t('pill.offline', { since: sinceWords(connection.since, now) })
    case 'not_approved':
      return t('pill.not_approved')
    case 'key_changed':
      return t('pill.key_changed')
    case 'signed_out':
      return t('pill.signed_out')
    case 'authority_unreachable':
      return t('pill.authority_unreachable')
    case 'refused':
      // It was one's own until now: whoever looks at it is not told that it never was.
      if (connection.code === 'machine_not_found') return t('pill.no_access')
      return t('pill.refused', { why: errorWords(connection.code) })
  }
}
