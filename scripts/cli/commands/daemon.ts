import type { Command } from '../command.ts'
import { roleFlags, roleOptions } from '../role-flags.ts'

export const daemon: Command = {
  name: 'daemon',
  summary: 'Start the daemon of this machine alone; enroll it at an authority to reach it from elsewhere.',
  usage: '[--port N] [--host ADDRESS] [--json]',
  flags: roleFlags('7887, else a free one'),
  positionals: { least: 0, most: 0 },
  async run(context, args) {
    const { runDaemon } = await import('../roles.ts')
    return await runDaemon(context, roleOptions(args))
  },
}
