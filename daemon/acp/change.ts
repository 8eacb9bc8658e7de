/**
 * What one message of an agent means for its session: the border between the Agent Client Protocol and the rest of
 * the daemon. Nothing outside `daemon/acp/` knows a shape of the protocol.
 */
import type { PermissionBody, QuestionBody } from '../../shared/wire/ask.ts'
import type { AgentCommand, Control } from '../../shared/wire/control.ts'
import type { NewEvent } from '../../shared/wire/event.ts'
import type { ContextFill } from '../../shared/wire/session.ts'

/** A JSON-RPC id as it came: agents number theirs, name them, or send null. Echoed verbatim, never converted. */
export type JsonRpcId = string | number | null

export type Change =
  | { kind: 'event'; event: NewEvent }
  | { kind: 'title'; title: string }
  /** A whole new set, or one value of the set there is. */
  | { kind: 'controls'; controls: Control[] }
  | { kind: 'control'; id: string; value: string | boolean }
  | { kind: 'commands'; commands: AgentCommand[] }
  | { kind: 'context'; context: ContextFill }

/** How an ask's answer is written back; stored with the ask, because the asker may outlive the daemon that read it. */
export type ReplyForm = 'permission' | 'elicitation' | 'qwen_questions'

/** An agent's request that waits for a person. */
export type AskRead =
  | { kind: 'permission'; reply: 'permission'; permission: PermissionBody }
  | { kind: 'question'; reply: 'elicitation' | 'qwen_questions'; question: QuestionBody; context?: unknown }
  /** Over a bound or malformed: answered at once with JSON-RPC invalid params, the bound named. */
  | { kind: 'refused'; message: string }

export interface Capabilities {
  protocolVersion: number
  name: string | null
  version: string | null
  load: boolean
  resume: boolean
  list: boolean
  close: boolean
  image: boolean
  mcpHttp: boolean
  steering: boolean
}
