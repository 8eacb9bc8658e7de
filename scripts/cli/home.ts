import { homedir } from 'node:os'
import { resolve } from 'node:path'

/**
 * The home of the machine, absolute: `--home`, else `FAIRLEAD_HOME`, else `~/.fairlead`. An empty value counts as
 * not given.
 */
export function homeOf(
  flag: string | undefined,
  cwd: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const named = flag || env.FAIRLEAD_HOME
  return named ? resolve(cwd, named) : resolve(homedir(), '.fairlead')
}
