import type { AskRead } from '../acp/change.ts'
import type { Vendor } from '../acp/vendor.ts'

/** What can be chosen now: an option that its agent can carry out in a turn only is not offered outside of one. */
export function offered(vendor: Vendor, read: AskRead, inTurn: boolean): AskRead {
  if (read.kind !== 'permission' || inTurn || vendor.needsTurn === undefined) return read
  const options = read.permission.options.filter((option) => vendor.needsTurn?.(option.id) !== true)
  return options.length === 0 ? read : { ...read, permission: { ...read.permission, options } }
}
