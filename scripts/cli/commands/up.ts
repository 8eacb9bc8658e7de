import { parseRole, type Role, roles } from '../../../shared/config/values.ts'
import { CliError } from '../cli-error.ts'
import type { Command, Context } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { roleFlags, roleOptions } from '../role-flags.ts'

export const up: Command = {
  name: 'up',
  summary:
    'Start this machine and stay in the foreground; Ctrl-C leaves open turns with the keeper, twice ends them.',
  usage: '[--port N] [--host ADDRESS] [--no-open] [--json]',
  flags: {
    ...roleFlags('7888'),
    'no-open': { kind: 'switch', about: 'open no browser' },
  },
  positionals: { least: 0, most: 0 },
  async run(context, args) {
    const options = roleOptions(args)
    const { runAll, runAuthority, runDaemon } = await import('../roles.ts')
    const run = { all: runAll, authority: runAuthority, daemon: runDaemon }[roleOf(context)]
    return await run(context, options)
  },
}

/** `FAIRLEAD_ROLE` says what one process is. */
function roleOf({ env }: Context): Role {
  const given = env.FAIRLEAD_ROLE || 'all'
  const role = parseRole(given)
  if (role) return role
  throw new CliError('config_invalid', `FAIRLEAD_ROLE must be one of ${roles.join(', ')}, not “${given}”`, {
    exit: exitCodes.error,
  })
}
