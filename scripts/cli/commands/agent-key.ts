import { cleanLabel } from '../../../shared/untrusted.ts'
import type { AgentCredential } from '../../../shared/wire/agent.ts'
import { askLine } from '../ask-line.ts'
import { usageError } from '../cli-error.ts'
import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { tableOf } from '../table.ts'

export const agentKey: Command = {
  name: 'agent-key',
  summary:
    'Keep a key for an agent on its machine: typed blind or piped in. Without VARIABLE: which are kept.',
  usage: 'AGENT [VARIABLE] [--remove]',
  flags: { remove: { kind: 'switch', about: 'forget the key' } },
  positionals: { least: 1, most: 2 },
  async run(context, args) {
    const { daemon, output } = context
    const [agent, variable] = args.positionals
    const { credentials } = daemon.v1.agents({ agent: segment(agent) })
    if (variable === undefined) {
      if (args.switch('remove')) throw usageError('which key? give its VARIABLE')
      const list = await unwrap(credentials.get())
      if (output.json) output.value(list)
      else if (list.length === 0) output.line('This agent takes no key from here.')
      else for (const line of tableOf(['VARIABLE', 'KEY'], list.map(rowOf))) output.line(line)
      return exitCodes.ok
    }
    const at = credentials({ variable: segment(variable) })
    const now = args.switch('remove')
      ? await unwrap(at.delete())
      : await unwrap(at.put({ secret: await askLine(context, 'Key', 'secret') }))
    if (output.json) output.value(now)
    else output.line(rowOf(now).join(': '))
    return exitCodes.ok
  },
}

const rowOf = ({ variable, setAt }: AgentCredential): string[] => [
  cleanLabel(variable),
  setAt === null ? 'none' : `set ${new Date(setAt).toISOString().slice(0, 16)}`,
]
