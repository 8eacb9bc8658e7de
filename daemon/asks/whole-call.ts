import type { PermissionBody } from '../../shared/wire/ask.ts'
import type { ToolCallFields } from '../../shared/wire/tool-call.ts'
import type { Core } from '../sessions/core.ts'

/**
 * A permission as a person can judge it: what the agent leaves out because it said it when it announced the call (a
 * diff, a command, its kind) is taken from the log. What the request itself says counts.
 */
export function wholeCall(core: Core, session: string, permission: PermissionBody): PermissionBody {
  const { toolCall, options } = permission
  const said: Partial<ToolCallFields> = {}
  for (const event of core.log.ofCall(session, toolCall.toolCall, core.limits.callLookBack)) {
    const { title, kind, locations, rawInput, content, parent } = event
    Object.assign(said, defined({ title, kind, locations, rawInput, content, parent }))
  }
  return { toolCall: { ...said, ...toolCall }, options }
}

const defined = (fields: object): Partial<ToolCallFields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
