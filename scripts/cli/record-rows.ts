/** Records as rows: the same words and columns wherever they are listed. */
import type { AuditEntry, CircuitEntry } from '../../shared/wire/audit.ts'
import { tableOf } from './table.ts'

const time = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

export const actTable = (entries: readonly AuditEntry[]): string[] =>
  tableOf(['AT', 'WHO', 'DID', 'TO', 'ABOUT', 'FROM'], entries.map(actRow))

const actRow = (entry: AuditEntry): string[] => [
  time(entry.at),
  entry.userName ?? entry.user ?? '',
  entry.act,
  entry.subjectName ?? entry.subject ?? '',
  entry.detailName ?? entry.detail ?? '',
  entry.address ?? '',
]

export const circuitTable = (circuits: readonly CircuitEntry[]): string[] =>
  tableOf(['OPENED', 'CLOSED', 'WHO', 'DEVICE', 'MACHINE', 'WHY', 'BYTES UP/DOWN'], circuits.map(circuitRow))

const circuitRow = (circuit: CircuitEntry): string[] => [
  time(circuit.openedAt),
  time(circuit.closedAt) || 'open',
  circuit.userName ?? circuit.user,
  circuit.device ?? '',
  circuit.machineLabel ?? circuit.machine,
  circuit.reason ?? '',
  circuit.bytesUp === null ? '' : `${circuit.bytesUp}/${circuit.bytesDown}`,
]
