import type { AgentCommand, Control } from '../../shared/wire/control.ts'
import type { ExitReason } from '../../shared/wire/exit-reason.ts'
import type { McpServer } from '../../shared/wire/mcp-server.ts'
import type { ContextFill } from '../../shared/wire/session.ts'

/** What a person set controls to, by control id. */
export type Chosen = Readonly<Record<string, string | boolean>>

export type TitleBy = 'person' | 'agent' | 'prompt' | 'nickname'

/** A session as stored. Its status is in none of these fields: `status.ts` derives it. */
export interface SessionRow {
  id: string
  nickname: string
  title: string
  titleBy: TitleBy
  agent: string
  cwd: string
  conversation: string | null
  conversationAt: number | null
  createdAt: number
  updatedAt: number
  pinned: boolean
  lastSeq: number
  askSalt: string
  run: string | null
  ending: ExitReason | null
  exitReason: ExitReason | null
  exitDetail: string | null
  exitUnconfirmed: boolean
  resumedFrom: ExitReason | null
  controls: Control[]
  commands: AgentCommand[]
  context: ContextFill | null
  mcpServers: McpServer[]
  chosen: Chosen
  /** The controls as people see them while an agent comes back and is set to them again; null: as they are. */
  held: Control[] | null
  /** Ids of controls that were chosen while no agent was there. */
  waitingControls: string[]
}
