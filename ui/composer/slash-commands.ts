/** The agent's `/` commands for what is typed. Pure. */
import type { AgentCommand } from '../../shared/wire/control.ts'

/** Null: this is not a command being typed. Names that begin with the word come before those that hold it. */
export function matchingCommands(text: string, commands: readonly AgentCommand[]): AgentCommand[] | null {
  const typed = /^\/(\S*)$/.exec(text)
  if (!typed) return null
  const word = (typed[1] ?? '').toLowerCase()
  const rank = ({ name }: AgentCommand): number => {
    const at = name.toLowerCase().indexOf(word)
    return at === -1 ? 2 : Math.min(at, 1)
  }
  return commands.filter((command) => rank(command) < 2).sort((a, b) => rank(a) - rank(b))
}

/** What choosing a command leaves in the composer: ready to send, or to be given its words. */
export const chosenText = ({ name }: AgentCommand): string => `/${name} `
