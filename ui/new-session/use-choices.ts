import { useState } from 'preact/hooks'
import { pickNickname } from '../../shared/nicknames.ts'
import { type NewSession, NICKNAME_PATTERN, type Session } from '../../shared/wire/session.ts'
import { uiLimits } from '../limits.ts'
import { usePage } from '../page.ts'
import type { Read } from '../parts/use-read.ts'
import type { Draft } from '../state/drafts.ts'
import type { MachineLink } from '../state/machine.ts'
import type { Picked } from './offered-controls.ts'
import { lastAgent, recentDirectories, startingTile } from './starting-choice.ts'
import type { Tile } from './tiles.ts'
import { type Startables, useTiles } from './use-tiles.ts'

export interface Choices {
  startables: Read<Startables>
  /** Null: the machine was not asked yet, or has nothing that runs. */
  tile: Tile | null
  /** Also while the machine cannot be asked. */
  agent: string | null
  directory: string
  /** Directories used before, newest first. */
  recent: readonly string[]
  /** Controls of the agent that were set here. */
  picked: Picked
  nickname: string
  /** The first message, kept as it is typed. */
  text: Draft
  chooseTile(id: string): void
  pick(control: string, value: string | boolean): void
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
  const startables = useTiles(link)
  const sessions = [...link.sessions.value.sessions.values()]
  const taken = sessions.map((session) => session.nickname)
  const [nickname, setNickname] = useState(() => pickNickname(new Set(taken), random))
  const [chosen, setChosen] = useState<string | null>(null)
  const [picked, setPicked] = useState<Picked>({})
  const [typed, setDirectory] = useState<string | null>(null)
  const kept = (what: string): string => link.drafts.of(`new/${what}`).text.value
  const ids = [...(chosen === null ? [] : [chosen]), kept('preset'), kept('agent')]
  const tile = startables.is === 'ready' ? tileOf(startables.value, ids, sessions) : null
  const last = startables.is === 'failed' ? lastAgent(kept('agent'), sessions) : null
  const agent = tile?.agent.id ?? last
  const preset = tile
    ? tile.preset?.id
    : startables.is === 'failed' && last === kept('agent') && kept('preset')
  const recent = recentDirectories(sessions, uiLimits.recentDirectories)
  const directory = typed ?? (kept('directory') || recent[0] || '')
  const text = link.drafts.of('new')
  return {
    startables,
    tile,
    agent,
    directory,
    recent,
    picked,
    nickname,
    text,
    chooseTile(id) {
      setChosen(id)
      // Another agent has other controls.
      setPicked({})
    },
    pick: (control, value) => setPicked((before) => ({ ...before, [control]: value })),
    setDirectory,
    setNickname,
    reroll: () => setNickname(pickNickname(new Set([...taken, nickname]), random)),
    body() {
      if (agent === null || !directory.startsWith('/') || !isNickname(nickname)) return null
      const first = text.text.peek()
      const controls = Object.entries(picked).map(([id, value]) => ({ id, value }))
      return {
        agent,
        cwd: directory,
        nickname,
        ...(first.trim() === '' ? {} : { text: first }),
        ...(preset ? { preset } : {}),
        ...(controls.length === 0 ? {} : { controls }),
      }
    },
  }
}

const tileOf = ({ tiles, strip }: Startables, ids: string[], sessions: Session[]): Tile | null =>
  startingTile(ids, sessions, tiles, strip)

/** Remembers what was chosen, for the next one. */
export function keepChoices(link: MachineLink, { agent, preset, cwd }: NewSession): void {
  link.drafts.of('new/agent').keep(agent)
  link.drafts.of('new/preset').keep(preset ?? '')
  link.drafts.of('new/directory').keep(cwd)
}
