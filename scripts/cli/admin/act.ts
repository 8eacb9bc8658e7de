import type { Args } from '../args.ts'
import type { Context } from '../command.ts'
import type { ExitCode } from '../exit-codes.ts'
import type { Account } from '../remote/account.ts'

/** One verb of `fairlead admin`, for somebody who is signed in. `words`: what follows it. */
export interface AdminVerb {
  usage: string
  words: { least: number; most: number }
  run(context: Context, account: Account, words: string[], args: Args): Promise<ExitCode>
}

/** One line for a person, the answer itself for a program. */
export function say({ output }: Context, value: unknown, lines: readonly string[]): ExitCode {
  if (output.json) output.value(value)
  else for (const line of lines) output.line(line)
  return 0
}

export const timeOf = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())
