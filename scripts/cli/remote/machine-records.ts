/** What is on record of a machine, for its owner: who reached it, and what was done to it. */
import type { AuditEntry, CircuitEntry } from '../../../shared/wire/audit.ts'
import { segment } from '../client.ts'
import type { Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { tableOf } from '../table.ts'
import { type Account, ask } from './account.ts'
import { findMachine } from './find-machine.ts'

const time = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

export const actRow = (entry: AuditEntry): string[] => [
  time(entry.at),
  entry.userName ?? entry.user ?? '',
  entry.act,
  entry.subjectName ?? entry.subject ?? '',
  entry.detailName ?? entry.detail ?? '',
  entry.address ?? '',
]
export const ACT_HEADS = ['WHEN', 'WHO', 'ACT', 'WHAT', 'ABOUT', 'FROM']

export const circuitRow = (entry: CircuitEntry): string[] => [
  time(entry.openedAt),
  time(entry.closedAt) || 'open',
  entry.userName ?? entry.user,
  entry.device ?? '',
  entry.machineLabel ?? entry.machine,
  entry.reason ?? '',
  entry.bytesUp === null ? '' : `${entry.bytesUp}/${entry.bytesDown}`,
]
export const CIRCUIT_HEADS = ['OPENED', 'CLOSED', 'WHO', 'DEVICE', 'MACHINE', 'WHY', 'BYTES UP/DOWN']

export async function machineActs(
  { home, output }: Context,
  account: Account,
  name: string,
): Promise<ExitCode> {
  const { id } = await findMachine(home, account, name)
  const page = await ask(home, account, (authority) =>
    authority.v1.machines({ machine: segment(id) }).audit.get({ query: {} }),
  )
  if (output.json) output.value(page)
  else for (const line of tableOf(ACT_HEADS, page.entries.map(actRow))) output.line(line)
  return exitCodes.ok
}

export async function machineCircuits(
  { home, output }: Context,
  account: Account,
  name: string,
): Promise<ExitCode> {
  const { id } = await findMachine(home, account, name)
  const page = await ask(home, account, (authority) =>
    authority.v1.machines({ machine: segment(id) }).circuits.get({ query: {} }),
  )
  if (output.json) output.value(page)
  else for (const line of tableOf(CIRCUIT_HEADS, page.circuits.map(circuitRow))) output.line(line)
  return exitCodes.ok
}
