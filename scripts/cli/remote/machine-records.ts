/** What is on record of a machine, for its owner: who reached it, and what was done to it. */
import { segment } from '../client.ts'
import type { Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { actTable, circuitTable } from '../record-rows.ts'
import { type Account, ask } from './account.ts'
import { findMachine } from './find-machine.ts'

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
  else for (const line of actTable(page.entries)) output.line(line)
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
  else for (const line of circuitTable(page.circuits)) output.line(line)
  return exitCodes.ok
}
