/**
 * What one agent does differently. Every hook is optional: an agent without any speaks the protocol as written. A
 * hook is pure, and looks at each field before it believes it.
 */
import type { ToolCallFields } from '../../../shared/wire/tool-call.ts'
import type { AskRead, Change, RequestRead } from '../change.ts'
import type { Fields } from '../json.ts'
import type { RpcError } from '../message.ts'

export interface Vendor {
  id: string
  /** A turn that was cancelled while it waited to retry is answered `end_turn`. */
  endsCancelled?: boolean
  /** Opening a conversation younger than this loses its history: wait until it is older, in milliseconds. */
  openAfterMs?: number
  /** A conversation comes back in the mode that it was left in while another is published, and refuses to be set to it. */
  refusesItsMode?: boolean
  /** Its replay goes on after `session/load` was answered. */
  replayTrails?: boolean
  /** Which controls there are depends on the model, and only the agent knows how. */
  modelScopesControls?: boolean
  /** Text in a live chunk that is no prose; null: it is prose. */
  chunk?: (text: string, update: Fields) => Change[] | null
  /** Whether a chunk's text is an error that the agent met. */
  isError?: (update: Fields) => boolean
  /** Whether a conversation that it lists is one in which nobody said anything yet. */
  isUnused?: (listed: Fields) => boolean
  /** Whether text in the person's name in a replay was written by the agent's program. */
  isScaffold?: (text: string) => boolean
  /** Content blocks that carry nothing. */
  isEmptyBlock?: (block: unknown, update: Fields) => boolean
  /** The last word on a tool call; null: nothing in it is news. */
  toolCall?: (read: ToolCallFields, update: Fields) => ToolCallFields | null
  /** What a session_info_update without a title means; null: unknown. */
  sessionInfo?: (update: Fields) => Change[] | null
  /** An update of a kind of its own; null: unknown. */
  update?: (update: Fields) => Change[] | null
  /** What a usage_update says beside counts. */
  usage?: (update: Fields) => Change[]
  /** What it is told of this client in `clientCapabilities`, beyond what everybody is. */
  declares?: Readonly<Record<string, unknown>>
  /** A notification of its own; null: unknown. */
  notification?: (method: string, params: unknown) => Change[] | null
  /** A question asked on the permission channel; null: it is a permission. */
  question?: (params: unknown) => AskRead | null
  /** A request of its own; null: unknown. */
  request?: (method: string, params: unknown) => RequestRead | null
  /** The call whose asks a notification of its own says are settled on its side; null: it says nothing of the kind. */
  settled?: (method: string, params: unknown) => string | null
  /** Until when its provider takes nothing, from an error whose words alone say so. */
  limitUntil?: (error: RpcError, now: number) => number | null
  /** What a permission shows of a change, and no update of its call does: diffs. */
  diffInAsk?: boolean
  /** Whether an option can be carried out in a turn only. */
  needsTurn?: (option: string) => boolean
}
