/** What is on record of a machine, for its owner: who reached it, and what was done to it. */
import { segment } from '../client.ts'
import type { Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { actTable, circuitTable } from '../record-rows.ts'
import { type Account, ask } from './account.ts'
import { findMachine } from './find-machine.ts'

export async function machineRecords(
  { home, output }: Context,
  account: Account,
  name: string,
  what: 'acts' | 'circuits',
): Promise<ExitCode> {
  const machine = segment((await findMachine(home, account, name)).id)
  const query = { query: {} }
  if (what === 'acts') {
    const page = await ask(home, account, (authority) => authority.v1.machines({ machine }).audit.get(query))
    show(page, actTable(page.entries))
  } else {
    const page = await ask(home, account, (authority) =>
      authority.v1.machines({ machine }).circuits.get(query),
    )
    show(page, circuitTable(page.circuits))
  }
  return exitCodes.ok

  function show(page: object, lines: readonly string[]): void {
    if (output.json) output.value(page)
    else for (const line of lines) output.line(line)
  }
}
