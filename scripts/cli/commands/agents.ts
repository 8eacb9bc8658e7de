import { cleanLabel } from '../../../shared/untrusted.ts'
import { unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { tableOf } from '../table.ts'

export const agents: Command = {
  name: 'agents',
  summary: 'List the agents of this machine.',
  usage: '',
  flags: {},
  positionals: { least: 0, most: 0 },
  async run({ daemon, output }) {
    const list = await unwrap(daemon.v1.agents.get())
    if (output.json) output.value(list)
    else {
      const rows = list.map((agent) => [
        cleanLabel(agent.id),
        cleanLabel(agent.name),
        agent.found ? 'found' : 'missing',
        signedIn(agent.signedIn),
        cleanLabel(agent.found ? (agent.program ?? '') : (agent.install ?? '')),
      ])
      for (const line of tableOf(['ID', 'NAME', 'PROGRAM', 'SIGNED IN', 'WHERE OR HOW TO GET IT'], rows))
        output.line(line)
    }
    return exitCodes.ok
  },
}

/** Nobody could tell is not a no. */
function signedIn(value: boolean | null): string {
  if (value === null) return 'unknown'
  return value ? 'yes' : 'no'
}
