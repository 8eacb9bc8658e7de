import type { Ask, AskAnswer, AskSummary } from '../../shared/wire/ask.ts'
import type { FormDraft } from './form-values.ts'
import { PermissionCard } from './permission-card.tsx'
import { QuestionCard } from './question-card.tsx'
import type { Blobs } from './whole-ask.ts'

export interface AskCardProps {
  /** What the session's snapshot says of it: enough to stand there at once. */
  summary: AskSummary
  /** The ask read whole; null until then. */
  ask: Ask | null
  /** Whole texts that the ask carries only in part; `missingBlobs` says which are needed. */
  blobs: Blobs
  /** The agent's name. */
  agent: string
  /** Asks that wait behind this one. */
  more: number
  /** Number keys answer: for the one card that a page shows in front. */
  keys: boolean
  /** A question's answers so far. */
  draft: FormDraft | null
  onDraft: (draft: FormDraft) => void
  /** The option, or the act, that is on its way; null: none. */
  sending: string | null
  /** Why the last answer did not land, in words. */
  failed: string | null
  onAnswer: (answer: AskAnswer) => void
}

/** An open ask, above the composer. Give it the ask's id as its key. */
export function AskCard(props: AskCardProps) {
  const { summary, ask } = props
  if (summary.kind === 'question')
    return <QuestionCard {...props} ask={ask?.kind === 'question' ? ask : null} />
  return <PermissionCard {...props} ask={ask?.kind === 'permission' ? ask : null} />
}
