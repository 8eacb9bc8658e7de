/**
 * The ids of our own requests say what they are, so that the daemon that reads an answer need not be the one that
 * asked: `initialize`, `providers_set`, `start_mode`, `prompt:12`, `steer:14`, `control:3:mode`, `put_back:model`,
 * `stop_task:bash_3`.
 */
import type { JsonRpcId } from './change.ts'

type Opening = 'initialize' | 'providers_list' | 'providers_set' | 'new' | 'load' | 'resume'

export type OwnId =
  | { kind: Opening }
  /** Setting the mode a session starts in. */
  | { kind: 'start_mode' }
  /** The seq of the prompt that opened the turn. */
  | { kind: 'prompt'; turn: number }
  /** The seq of the prompt that was steered in. */
  | { kind: 'steer'; prompt: number }
  /** The `n`th setting of a control in the session's life. */
  | { kind: 'control'; control: string; n: number }
  /** Setting a control to what a person chose before this run. */
  | { kind: 'put_back'; control: string }
  /** Stopping a background task, by the agent's own id of it. */
  | { kind: 'stop_task'; task: string }

export function formatOwnId(id: OwnId): string {
  switch (id.kind) {
    case 'prompt':
      return `prompt:${id.turn}`
    case 'steer':
      return `steer:${id.prompt}`
    case 'control':
      return `control:${id.n}:${id.control}`
    case 'put_back':
      return `put_back:${id.control}`
    case 'stop_task':
      return `stop_task:${id.task}`
    default:
      return id.kind
  }
}

/** Null: not one of ours. */
export function parseOwnId(id: JsonRpcId): OwnId | null {
  if (typeof id !== 'string') return null
  switch (id) {
    case 'initialize':
    case 'providers_list':
    case 'providers_set':
    case 'new':
    case 'load':
    case 'resume':
    case 'start_mode':
      return { kind: id }
  }
  const [, again] = /^put_back:(.+)$/s.exec(id) ?? []
  if (again !== undefined) return { kind: 'put_back', control: again }
  const [, task] = /^stop_task:(.+)$/s.exec(id) ?? []
  if (task !== undefined) return { kind: 'stop_task', task }
  const [, kind, digits, control] = /^(prompt|steer|control):(0|[1-9][0-9]*)(?::(.*))?$/s.exec(id) ?? []
  const n = Number(digits)
  if (digits === undefined || !Number.isSafeInteger(n)) return null
  if (kind === 'control') return control === undefined ? null : { kind, control, n }
  if (control !== undefined) return null
  return kind === 'prompt' ? { kind, turn: n } : { kind: 'steer', prompt: n }
}
