import { type FlagTable, globalFlags } from './args.ts'
import type { Command } from './command.ts'

export function commandHelp(command: Command, flags: FlagTable): string {
  const usage = `fairlead ${command.name} ${command.usage}`.trimEnd()
  return `${command.summary}\n\n  ${usage}\n\n${flagLines(flags)}${flagLines(globalFlags)}`
}

function flagLines(flags: FlagTable): string {
  return Object.entries(flags)
    .map(([name, flag]) => {
      const values =
        flag.kind === 'value' && flag.choices ? flag.choices.join('|') : flag.kind === 'switch' ? '' : flag.of
      return `  ${`--${name} ${values}`.trimEnd().padEnd(24)}  ${flag.about}\n`
    })
    .join('')
}
