import { cleanLabel } from '../../shared/untrusted.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'

/** A session without a better name is called after its first message. */
export function nameAfter(core: Core, session: SessionRow, text: string): void {
  if (session.titleBy !== 'nickname') return
  const title = cleanLabel(text.trim().split('\n')[0] ?? '')
  if (title) core.sessions.setTitle(session.id, title, 'prompt')
}
