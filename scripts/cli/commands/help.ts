import { usageError } from '../cli-error.ts'
import type { Command } from '../command.ts'
import { commands, flagsOf } from '../commands.ts'
import { exitCodes } from '../exit-codes.ts'
import { commandHelp } from '../help-text.ts'

const EXITS = `Exit codes: 0 done · 1 error · 2 usage · 3 not found or refused · 4 agent error
  5 cancelled or refused by a person · 6 unreachable · 7 a question nobody can answer
`

export const help: Command = {
  name: 'help',
  summary: 'Show the commands, or one of them.',
  usage: '[COMMAND]',
  flags: {},
  positionals: { least: 0, most: 1 },
  async run({ output }, args) {
    const [name] = args.positionals
    if (name !== undefined) {
      const load = commands.get(name)
      if (!load) throw usageError(`unknown command ${name}`)
      const command = await load()
      output.write(commandHelp(command, flagsOf(command)))
      return exitCodes.ok
    }
    const all = await Promise.all([...commands.values()].map((load) => load()))
    if (output.json) output.value(all.map(({ name, summary, usage }) => ({ name, summary, usage })))
    else {
      output.line('fairlead COMMAND [--home DIR] [--json] …\n')
      const width = Math.max(...all.map(({ name }) => name.length)) + 2
      for (const { name, summary } of all) output.line(`  ${name.padEnd(width)}${summary}`)
      output.write(`\nfairlead help COMMAND says more.\n${EXITS}`)
    }
    return exitCodes.ok
  },
}
