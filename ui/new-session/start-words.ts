import type { ErrorCode } from '../../shared/errors.ts'
import { startRefusalWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import type { Start } from './use-start.ts'

/** Which part of the sheet a refusal is about. */
export type Place = 'agent' | 'directory' | 'nickname' | 'sheet'

export function placeOf(code: ErrorCode): Place {
  if (code === 'nickname_taken') return 'nickname'
  if (code === 'workspace_missing' || code === 'workspace_unresponsive') return 'directory'
  return AGENT.has(code) ? 'agent' : 'sheet'
}

const AGENT: ReadonlySet<ErrorCode> = new Set([
  'agent_missing',
  'agent_not_found',
  'preset_not_found',
  'system_not_routable',
])

/** What is to be said above the button. */
export function startWords(
  { phase, refused }: Pick<Start, 'phase' | 'refused'>,
  machine: string,
  isReached: boolean,
  now: number,
): string {
  if (refused !== null && placeOf(refused.code) === 'sheet') {
    return t('new.refused', { why: startRefusalWords(refused, now) })
  }
  if (phase === 'not_known') return t('new.not_known')
  if (isReached) return ''
  return phase === 'starting' ? t('new.waits', { machine }) : t('new.not_reached', { machine })
}
