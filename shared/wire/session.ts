import { CONTROL_CHARS, MCP_SERVERS, START_CONTROLS } from '../limits.ts'
import { type Static, Type } from '../typebox.ts'
import { AskSummary } from './ask.ts'
import { AgentCommand, Control } from './control.ts'
import { ExitReason } from './exit-reason.ts'
import { McpServer } from './mcp-server.ts'
import { BackgroundTask } from './task.ts'

export const SessionStatus = Type.Union([
  Type.Literal('stopping'),
  Type.Literal('starting'),
  Type.Literal('blocked'),
  Type.Literal('running'),
  Type.Literal('parked'),
  Type.Literal('interrupted'),
  Type.Literal('exited'),
  Type.Literal('idle'),
])
export type SessionStatus = Static<typeof SessionStatus>

export const QueuedPrompt = Type.Object({ seq: Type.Integer(), text: Type.String(), at: Type.Integer() })
export type QueuedPrompt = Static<typeof QueuedPrompt>

/** What the agent reported of its context window; null: it has not said. */
export const ContextFill = Type.Object({
  used: Type.Optional(Type.Number()),
  size: Type.Optional(Type.Number()),
  cost: Type.Optional(Type.Object({ amount: Type.Number(), currency: Type.String() })),
})
export type ContextFill = Static<typeof ContextFill>

/** A session as it is now. What is history is in its event log, not here. */
export const Session = Type.Object({
  id: Type.String(),
  nickname: Type.String(),
  title: Type.String(),
  agent: Type.String(),
  cwd: Type.String(),
  status: SessionStatus,
  /** Present when the status came from an exit record. */
  reason: Type.Optional(ExitReason),
  /** What went wrong, in words, where something did. */
  detail: Type.Optional(Type.String()),
  unconfirmed: Type.Optional(Type.Boolean()),
  /** The agent's own id of the conversation; null until it has one. */
  conversation: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.Integer(),
  updatedAt: Type.Integer(),
  pinned: Type.Boolean(),
  lastSeq: Type.Integer(),
  turn: Type.Union([Type.Integer(), Type.Null()]),
  cancelRequestedAt: Type.Union([Type.Integer(), Type.Null()]),
  queue: Type.Array(QueuedPrompt),
  asks: Type.Array(AskSummary),
  controls: Type.Array(Control),
  commands: Type.Array(AgentCommand),
  context: Type.Union([ContextFill, Type.Null()]),
  /** Nothing starts the agent by itself before this instant; `restWhy` says in a sentence why. A person may try now. */
  restUntil: Type.Optional(Type.Integer()),
  restWhy: Type.Optional(Type.String()),
  /** The agent works without having been asked, since this instant. */
  unpromptedSince: Type.Optional(Type.Integer()),
  /** A new conversation is being opened in place of the one before. */
  clearing: Type.Optional(Type.Boolean()),
  /** A person put this session to rest, or the daemon gave up bringing it back: it is not brought back by itself. */
  forgotten: Type.Optional(Type.Boolean()),
  /** What the agent reported to be at work beside the turns. Absent: it does not report. Empty: none. */
  tasks: Type.Optional(Type.Array(BackgroundTask)),
  /** Controls that were chosen while no agent was there: it is asked for them when it comes back. */
  waitingControls: Type.Optional(Type.Array(Type.String())),
  /** The preset it was started with, for as long as that describes it: not once it was taken away or given another agent. */
  preset: Type.Optional(Type.String()),
})
export type Session = Static<typeof Session>

export const NICKNAME_PATTERN = '^[a-z][a-z0-9-]{1,31}$'

/** `cwd` is an absolute path of an existing directory. Text, when given, is the first prompt. */
export const NewSession = Type.Object({
  agent: Type.String({ minLength: 1, maxLength: 64 }),
  cwd: Type.String({ minLength: 1, maxLength: 4096 }),
  nickname: Type.Optional(Type.String({ pattern: NICKNAME_PATTERN })),
  title: Type.Optional(Type.String({ maxLength: 1000 })),
  text: Type.Optional(Type.String()),
  /** Given to the agent whenever the conversation is opened. Two of one name are refused. */
  mcpServers: Type.Optional(Type.Array(McpServer, { maxItems: MCP_SERVERS })),
  /** Set before the first prompt is delivered, by the agent's own ids. What it does not offer is said in the log. */
  controls: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String({ minLength: 1, maxLength: CONTROL_CHARS }),
        value: Type.Union([Type.String({ maxLength: CONTROL_CHARS }), Type.Boolean()]),
      }),
      { maxItems: START_CONTROLS },
    ),
  ),
  /** A preset of this agent. */
  preset: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
})
export type NewSession = Static<typeof NewSession>

export const SessionChange = Type.Object({
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  nickname: Type.Optional(Type.String({ pattern: NICKNAME_PATTERN })),
  pinned: Type.Optional(Type.Boolean()),
})
export type SessionChange = Static<typeof SessionChange>

export const NewPrompt = Type.Object({ text: Type.String() })
export type NewPrompt = Static<typeof NewPrompt>

export const PromptLanded = Type.Object({
  seq: Type.Integer(),
  landed: Type.Union([Type.Literal('started'), Type.Literal('steered'), Type.Literal('queued')]),
})
export type PromptLanded = Static<typeof PromptLanded>

/** `no_turn`: there was nothing to cancel. `settled`: the turn ended while the request watched. */
export const CancelOutcome = Type.Object({
  outcome: Type.Union([Type.Literal('no_turn'), Type.Literal('cancelling')]),
  turn: Type.Union([Type.Integer(), Type.Null()]),
  settled: Type.Boolean(),
})
export type CancelOutcome = Static<typeof CancelOutcome>
