/** One session as this tab knows it: a pure reducer over its stream. */
import type { ErrorCode } from '../../shared/errors.ts'
import type { Session } from '../../shared/wire/session.ts'
import type { SessionItem } from './stream-item.ts'
import { appendEvents, emptyTranscript, joinTranscripts, type Transcript } from './transcript.ts'

export interface SessionView {
  /**
   * `loading`: nothing was heard yet · `catching_up`: history is still coming · `live` · `cut`: what is shown may be
   * behind, and it is being opened again · `gone`: deleted · `refused`: see `code`.
   */
  readonly status: 'loading' | 'catching_up' | 'live' | 'cut' | 'gone' | 'refused'
  readonly code: ErrorCode | null
  /** Null until it was heard of. */
  readonly snapshot: Session | null
  readonly transcript: Transcript
}

export const newSessionView: SessionView = {
  status: 'loading',
  code: null,
  snapshot: null,
  transcript: emptyTranscript,
}

export function reduceSession(view: SessionView, item: SessionItem): SessionView {
  switch (item.type) {
    case 'hello':
      return { ...view, status: 'catching_up', code: null, snapshot: item.snapshot }
    case 'events':
      return {
        ...view,
        status: item.more ? view.status : 'live',
        transcript: appendEvents(view.transcript, item.events),
      }
    case 'snapshot':
      return { ...view, snapshot: item.snapshot }
    case 'end':
      return item.why === 'session_gone' ? { ...view, status: 'gone' } : { ...view, status: 'cut' }
    case 'ping':
      return view
  }
}

/** History that stands right above what is shown. */
export const withOlder = (view: SessionView, older: Transcript): SessionView => ({
  ...view,
  transcript: joinTranscripts(older, view.transcript),
})

/** Whether there is history above what is shown. */
export const hasOlder = ({ transcript }: SessionView): boolean => transcript.first > 1
