import type { Command } from '../command.ts'
import { roleFlags, roleOptions } from '../role-flags.ts'

export const authority: Command = {
  name: 'authority',
  summary: 'Start an authority alone: accounts, machines and the relay, for machines elsewhere.',
  usage: '[--port N] [--host ADDRESS] [--json]',
  flags: roleFlags('7888'),
  positionals: { least: 0, most: 0 },
  async run(context, args) {
    const { runAuthority } = await import('../roles.ts')
    return await runAuthority(context, roleOptions(args))
  },
}
