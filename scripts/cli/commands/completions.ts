import { globalFlags } from '../args.ts'
import { usageError } from '../cli-error.ts'
import type { Command } from '../command.ts'
import { commands, flagsOf } from '../commands.ts'
import { type CompletionWords, scriptFor, shells } from '../completion-scripts.ts'
import { exitCodes } from '../exit-codes.ts'

export const completions: Command = {
  name: 'completions',
  summary: 'Print a completion script; load it from your shell’s start file.',
  usage: shells.join('|'),
  flags: {},
  positionals: { least: 1, most: 1 },
  async run({ output }, args) {
    const shell = shells.find((one) => one === args.positionals[0])
    if (!shell) throw usageError(`completions are for ${shells.join(', ')}`)
    const words: CompletionWords = []
    for (const load of commands.values()) {
      const command = await load()
      const { name, summary } = command
      words.push({ name, summary, flags: Object.keys({ ...flagsOf(command), ...globalFlags }) })
    }
    output.write(scriptFor(shell, words))
    return exitCodes.ok
  },
}
