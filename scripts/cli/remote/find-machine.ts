import type { Machine } from '../../../shared/wire/machine.ts'
import { CliError } from '../cli-error.ts'
import { type Account, ask } from './account.ts'

export const listMachines = (home: string, account: Account): Promise<Machine[]> =>
  ask(home, account, (authority) => authority.v1.machines.get())

/** By id, else by label. Throws `machine_not_found`. */
export async function findMachine(home: string, account: Account, name: string): Promise<Machine> {
  const machines = await listMachines(home, account)
  const found = machines.find(({ id }) => id === name) ?? machines.find(({ label }) => label === name)
  if (found) return found
  throw new CliError('machine_not_found', `You have no machine “${name}”; fairlead machines lists yours.`)
}
