import { useState } from 'preact/hooks'
import { pickNickname } from '../../shared/nicknames.ts'
import type { Agent } from '../../shared/wire/agent.ts'
import { type NewSession, NICKNAME_PATTERN } from '../../shared/wire/session.ts'
import { uiLimits } from '../limits.ts'
import { useAgents } from '../machines/use-agents.ts'
import { usePage } from '../page.ts'
import type { Read } from '../parts/use-read.ts'
import type { Draft } from '../state/drafts.ts'
import type { MachineLink } from '../state/machine.ts'
import { recentDirectories, startingAgent } from './starting-choice.ts'

export interface Choices {
  agents: Read<Agent[]>
  agent: string | null
  directory: string
  /** Directories used before, newest first. */
  recent: readonly string[]
  nickname: string
  /** The first message, kept as it is typed. */
  text: Draft
  chooseAgent(id: string): void
  setDirectory(path: string): void
  setNickname(nickname: string): void
  reroll(): void
  /** Null: something is missing. */
  body(): NewSession | null
}

const NICKNAME = new RegExp(NICKNAME_PATTERN)
export const isNickname = (text: string): boolean => NICKNAME.test(text)

/** What a new session on this machine will be: as last time, until something else is said. */
export function useChoices(link: MachineLink): Choices {
  const { random } = usePage()
  const agents = useAgents(link)
  const sessions = [...link.sessions.value.sessions.values()]
  const taken = sessions.map((session) => session.nickname)
  const [nickname, setNickname] = useState(() => pickNickname(new Set(taken), random))
  const [picked, chooseAgent] = useState<string | null>(null)
  const [typed, setDirectory] = useState<string | null>(null)
  const kept = (what: string): string => link.drafts.of(`new/${what}`).text.value
  const found = agents.is === 'ready' ? agents.value : agents.is === 'failed' ? null : []
  const agent = picked ?? startingAgent(kept('agent'), sessions, found)
  const recent = recentDirectories(sessions, uiLimits.recentDirectories)
  const directory = typed ?? (kept('directory') || recent[0] || '')
  const text = link.drafts.of('new')
  return {
    agents,
    agent,
    directory,
    recent,
    nickname,
    text,
    chooseAgent,
    setDirectory,
    setNickname,
    reroll: () => setNickname(pickNickname(new Set([...taken, nickname]), random)),
    body() {
      if (agent === null || !directory.startsWith('/') || !isNickname(nickname)) return null
      const first = text.text.peek()
      return { agent, cwd: directory, nickname, ...(first.trim() === '' ? {} : { text: first }) }
    },
  }
}

/** Remembers what was chosen, for the next one. */
export function keepChoices(link: MachineLink, { agent, cwd }: NewSession): void {
  link.drafts.of('new/agent').keep(agent)
  link.drafts.of('new/directory').keep(cwd)
}
