/**
 * What one message of an agent means for its session: the border between the Agent Client Protocol and the rest of
 * the daemon. Nothing outside `daemon/acp/` knows a shape of the protocol.
 */
import type { PermissionBody, QuestionBody } from '../../shared/wire/ask.ts'
import type { AgentCommand, Control } from '../../shared/wire/control.ts'
import type { NewEvent, PlanEntry } from '../../shared/wire/event.ts'
import type { ContextFill } from '../../shared/wire/session.ts'
import type { BackgroundTask } from '../../shared/wire/task.ts'

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
  | { kind: 'task'; task: TaskReport }
  /** The agent began or ended something that nobody asked for. */
  | { kind: 'cycle'; cycle: 'began' | 'ended' }
  /** Its provider takes nothing until this instant; null: it does. */
  | { kind: 'limit'; until: number | null }
  /** Its list of what there is to do; `merge`: only the items that changed, by id. */
  | { kind: 'todos'; entries: PlanEntry[]; merge: boolean }

/** What an agent says of a background task; what it does not say stays as it was. */
export interface TaskReport {
  id: string
  began: boolean
  title?: string
  state?: BackgroundTask['state']
  stoppable?: boolean
}

/** How an ask's answer is written back; stored with the ask, because the asker may outlive the daemon that read it. */
export type ReplyForm = PermissionForm | QuestionForm
export type PermissionForm = 'permission' | 'grok_plan' | 'cursor_plan'
export type QuestionForm =
  | 'elicitation'
  | 'qwen_questions'
  | 'kimi_question'
  | 'grok_questions'
  | 'grok_form'
  | 'cursor_questions'

/** An agent's request that waits for a person. */
export type AskRead =
  | { kind: 'permission'; reply: PermissionForm; permission: PermissionBody }
  | { kind: 'question'; reply: QuestionForm; question: QuestionBody; context?: unknown }
  /**
   * Over a bound or malformed: answered at once with JSON-RPC invalid params, the bound named; or with `result`, the
   * agent's own word for no, where it takes an error for something else.
   */
  | { kind: 'refused'; message: string; result?: unknown }

/** A request of a vendor's own: an ask, or something told that only wants to be acknowledged with `result`. */
export type RequestRead = AskRead | { kind: 'told'; changes: Change[]; result: unknown }

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
  /** Takes where its models are had: `providers/list`, `providers/set`. */
  providers: boolean
}
