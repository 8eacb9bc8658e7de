import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { packageFacts } from '../package-facts.ts'

export const version: Command = {
  name: 'version',
  summary: 'Print the version.',
  usage: '',
  flags: {},
  positionals: { least: 0, most: 0 },
  async run({ output }) {
    const { version: number } = packageFacts()
    if (output.json) output.value({ version: number })
    else output.line(`fairlead ${number}`)
    return exitCodes.ok
  },
}
