/** For what a machine does only a short while after the password was given: it reads that in the capability. */
import { askLine } from '../ask-line.ts'
import { CliError } from '../cli-error.ts'
import { connectDaemon, type Daemon } from '../client.ts'
import type { Context } from '../command.ts'
import { ask, signedIn } from './account.ts'

/** Does `act`; where the machine wants the password first, it is asked for, and `act` done over a new circuit. */
export async function afterPassword<T>(context: Context, act: (daemon: Daemon) => Promise<T>): Promise<T> {
  const { home, machine, output, clock, random } = context
  try {
    return await act(context.daemon)
  } catch (error) {
    const wants = error instanceof CliError && error.code === 'fresh_sign_in_required'
    if (!wants || machine === null) throw error
    const account = signedIn(home)
    const password = await askLine(context, `Password of ${account.name}`, 'secret')
    await ask(home, account, (authority) => authority.v1.fresh.post({ password }))
    // A capability is made when a circuit is opened, and the open one's was made before.
    const { machineFetch } = await import('./machine-fetch.ts')
    return await act(connectDaemon(machineFetch({ home, clock, random, machine, note: output.note })))
  }
}
