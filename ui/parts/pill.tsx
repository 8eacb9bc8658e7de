import { t } from '../locale/t.ts'
import { classes } from './classes.ts'

/** What the connection is, in the words a person needs. Connected is said quietly, and only where asked for. */
export type ConnectionState =
  | { state: 'connected' }
  | { state: 'connecting'; attempt: number }
  | { state: 'offline'; since?: string }
  | { state: 'signed_out' }
  | { state: 'not_approved' }
  | { state: 'key_changed' }

const needsYou = (state: ConnectionState['state']): boolean =>
  state === 'signed_out' || state === 'not_approved' || state === 'key_changed'

export function Pill({ connection, onPress }: { connection: ConnectionState; onPress?: () => void }) {
  const words = connectionWords(connection)
  const name = classes(
    'pill',
    `pill-${connection.state.replace('_', '-')}`,
    needsYou(connection.state) && 'pill-needs',
  )
  const inside = (
    <>
      <span class="pill-shape" aria-hidden="true" />
      <span>{words}</span>
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

export function connectionWords(connection: ConnectionState): string {
  switch (connection.state) {
    case 'connected':
      return t('pill.connected')
    case 'connecting':
      return connection.attempt > 1
        ? t('pill.reconnecting', { attempt: connection.attempt })
        : t('pill.connecting')
    case 'offline':
      return connection.since ? t('pill.offline', { since: connection.since }) : t('pill.offline_now')
    case 'signed_out':
      return t('pill.signed_out')
    case 'not_approved':
      return t('pill.not_approved')
    case 'key_changed':
      return t('pill.key_changed')
  }
}
