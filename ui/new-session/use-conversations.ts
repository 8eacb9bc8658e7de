import { useEffect, useState } from 'preact/hooks'
import type { ErrorCode } from '../../shared/errors.ts'
import type { Conversation } from '../../shared/wire/conversation.ts'
import { segment } from '../api/daemon.ts'
import { unwrap } from '../api/unwrap.ts'
import type { MachineLink } from '../state/machine.ts'

export interface Conversations {
  /** Of the pages that were read. */
  rows: readonly Conversation[]
  /** The agent lists its own; else only those that sessions have. */
  lists: boolean
  reading: boolean
  failed: ErrorCode | null
  /** Null: that was all. */
  more: (() => void) | null
  again(): void
}

interface Pages {
  rows: readonly Conversation[]
  lists: boolean
  next: string | null
}

/** The conversations that an agent keeps, a page at a time; the agent is started for each. */
export function useConversations(link: MachineLink, agent: string): Conversations {
  const [pages, setPages] = useState<Pages>({ rows: [], lists: true, next: null })
  const [reading, setReading] = useState(true)
  const [failed, setFailed] = useState<ErrorCode | null>(null)
  const [asked, setAsked] = useState<{ cursor: string | null }>({ cursor: null })
  useEffect(() => {
    let wanted = true
    const { cursor } = asked
    setReading(true)
    setFailed(null)
    const at = link.daemon.v1.agents({ agent: segment(agent) }).conversations
    void unwrap(at.get({ query: cursor === null ? {} : { cursor } })).then((answer) => {
      if (!wanted) return
      setReading(false)
      if (!answer.ok) return setFailed(answer.error.code)
      const { conversations, lists, next } = answer.value
      setPages((before) => ({ rows: joined(cursor === null ? [] : before.rows, conversations), lists, next }))
    })
    return () => {
      wanted = false
    }
  }, [link, agent, asked])
  const { rows, lists, next } = pages
  return {
    rows,
    lists,
    reading,
    failed,
    more: next === null ? null : () => setAsked({ cursor: next }),
    again: () => setAsked({ ...asked }),
  }
}

/** An agent's list may have moved on between two pages. */
function joined(before: readonly Conversation[], page: readonly Conversation[]): Conversation[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...page.filter(({ id }) => !known.has(id))]
}
