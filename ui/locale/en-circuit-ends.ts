import type { CircuitEnd } from '../../shared/wire/audit.ts'

export const enCircuitEnds = {
  'circuit_end.user': 'closed there',
  'circuit_end.idle': 'closed: nothing happened',
  'circuit_end.connection_lost': 'connection lost',
  'circuit_end.expired': 'closed because of its age',
  'circuit_end.revoked': 'access ended',
  'circuit_end.machine_deleted': 'machine removed',
  'circuit_end.replaced': 'replaced by a newer one',
  'circuit_end.over_budget': 'too slow for what was sent',
  'circuit_end.server_shutdown': 'the authority stopped',
} as const satisfies Record<`circuit_end.${CircuitEnd}`, string>
