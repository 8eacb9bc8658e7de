import { CliError } from '../cli-error.ts'
import { unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export const status: Command = {
  name: 'status',
  summary: 'Say whether this machine is up.',
  usage: '',
  flags: {},
  positionals: { least: 0, most: 0 },
  async run({ daemon, output }) {
    try {
      const found = await unwrap(daemon.v1.status.get())
      if (output.json) output.value(found)
      else {
        const { pid, version, url, home, sessions, keeper } = found.daemon
        output.line(`daemon ${version} at ${url} (pid ${pid}), home ${home}`)
        output.line(
          `${sessions} sessions; ${keeper ? `keeper pid ${keeper.pid} holds ${keeper.runs} runs` : 'no keeper'}`,
        )
      }
      return exitCodes.ok
    } catch (error) {
      if (!(error instanceof CliError) || error.exit !== exitCodes.unreachable) throw error
      if (output.json) output.value({ daemon: null })
      else output.fail(error)
      return exitCodes.unreachable
    }
  },
}
