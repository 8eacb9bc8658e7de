import { cleanLabel } from '../../../shared/untrusted.ts'
import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { printSession } from '../session-lines.ts'
import { tableOf } from '../table.ts'

export const tasks: Command = {
  name: 'tasks',
  summary: 'What an agent has at work beside its turns, where it says so.',
  usage: 'SESSION [--stop TASK]',
  flags: { stop: { kind: 'value', of: 'TASK', about: 'ask the agent to stop this one' } },
  positionals: { least: 1, most: 1 },
  async run({ daemon, output }, args) {
    const at = daemon.v1.sessions({ session: segment(args.positionals[0]) })
    const task = args.value('stop')
    if (task !== undefined) {
      printSession(output, await unwrap(at.tasks({ task: segment(task) }).stop.post()))
      return exitCodes.ok
    }
    const { tasks: known } = await unwrap(at.get())
    if (output.json) output.value(known ?? null)
    else if (known === undefined) output.line('This agent does not report what it has at work.')
    else
      for (const line of tableOf(
        ['TASK', 'STATE', 'TITLE'],
        known.map(({ id, state, title }) => [cleanLabel(id), state, cleanLabel(title)]),
      ))
        output.line(line)
    return exitCodes.ok
  },
}
