import type { AdminUser } from '../../../shared/wire/admin.ts'
import { tableOf } from '../table.ts'

export const userLines = (users: readonly AdminUser[]): string[] =>
  tableOf(['NAME', 'ID', 'E-MAIL', 'STATE', 'MACHINES', 'SEEN'], users.map(rowOf))

const rowOf = (user: AdminUser): string[] => [
  user.name,
  user.id,
  user.email === null ? '' : user.emailVerified ? user.email : `${user.email} (not proven)`,
  [stateOf(user), ...(user.admin ? ['admin'] : [])].filter((word) => word !== '').join(', '),
  `${user.machines} of ${user.machineLimit}`,
  user.seenAt === null ? 'never' : new Date(user.seenAt).toISOString(),
]

function stateOf({ disabledAt, hasPassword }: AdminUser): string {
  if (disabledAt !== null) return 'disabled'
  return hasPassword ? '' : 'invited'
}
