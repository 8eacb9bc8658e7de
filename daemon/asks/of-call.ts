import { at } from '../acp/json.ts'
import type { Core } from '../sessions/core.ts'
import type { AskRow } from './store.ts'

/** The open asks of a run that are about one of its tool calls. */
export const asksOfCall = (core: Core, run: { id: string; session: string }, call: string): AskRow[] =>
  core.asks.open(run.session).filter((ask) => ask.run === run.id && callOf(ask) === call)

const callOf = (ask: AskRow): unknown =>
  ask.body.kind === 'permission' ? ask.body.permission.toolCall.toolCall : at(ask.replyContext, 'toolCall')
