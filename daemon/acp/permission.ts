/**
 * `session/request_permission`. The card is built from what the request itself carries: it may name a call that was
 * never announced and lack title, kind or input. What a person judges is kept as the agent wrote it, options in the
 * agent's order, whatever kinds they share.
 */
import { utf8Length } from '../../shared/bytes.ts'
import { PERMISSION_HEAD_BYTES } from '../../shared/limits.ts'
import type { AskOption } from '../../shared/wire/ask.ts'
import type { AskRead, PermissionForm } from './change.ts'
import { at, fieldsOf, textOf, wordsOf } from './json.ts'
import { readToolCall } from './tool-calls.ts'
import type { Vendor } from './vendors/vendor.ts'

/** A question where the agent asks one on this channel; refused when over a bound or when nobody could answer it. */
export function readPermission(vendor: Vendor, params: unknown): AskRead {
  return vendor.question?.(params) ?? permission(vendor, params)
}

const permission = (vendor: Vendor, params: unknown): AskRead =>
  permissionOf(vendor, at(params, 'toolCall'), at(params, 'options'), 'permission')

/** A permission from its parts, wherever a vendor's request has them. */
export function permissionOf(vendor: Vendor, call: unknown, given: unknown, reply: PermissionForm): AskRead {
  const toolCall = readToolCall(vendor, fieldsOf(call))
  if (toolCall === null) return refused('toolCall.toolCallId must be a string')
  if (!Array.isArray(given) || given.length === 0) return refused('options must be a list of at least one')
  const options = given.flatMap(optionOf)
  if (options.length !== given.length) return refused('every option needs an optionId that is a string')
  const words = [toolCall.title ?? '', ...options.flatMap((option) => [option.id, option.name, option.kind])]
  if (utf8Length(words.join('')) > PERMISSION_HEAD_BYTES) {
    return refused(`title and options are over ${PERMISSION_HEAD_BYTES} bytes together`)
  }
  return { kind: 'permission', reply, permission: { toolCall, options } }
}

const refused = (message: string): AskRead => ({ kind: 'refused', message })

/** An option without a name shows its id: it still can be chosen. */
export function optionOf(value: unknown): AskOption[] {
  const id = wordsOf(at(value, 'optionId'))
  if (id === undefined) return []
  return [{ id, name: wordsOf(at(value, 'name')) ?? id, kind: textOf(at(value, 'kind')) ?? '' }]
}

/** The result of the request. Every permission that a cancel leaves open is answered `cancelled`. */
export const permissionReply = (outcome: { option: string } | 'cancelled') =>
  outcome === 'cancelled'
    ? { outcome: { outcome: 'cancelled' } }
    : { outcome: { outcome: 'selected', optionId: outcome.option } }
