import type { AgentInstall } from '../../../shared/wire/agent.ts'
import { CliError } from '../cli-error.ts'
import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { grownBy } from '../grown-text.ts'
import { cliLimits } from '../limits.ts'
import { safeText } from '../output.ts'
import { pause } from '../pause.ts'

export const agentInstall: Command = {
  name: 'agent-install',
  summary: 'Install an agent into the home of its machine, at the version that is pinned here.',
  usage: 'AGENT',
  flags: {},
  positionals: { least: 1, most: 1 },
  async run({ daemon, output, clock }, args) {
    const { install } = daemon.v1.agents({ agent: segment(args.positionals[0]) })
    let now: AgentInstall = await unwrap(install.post())
    let shown = ''
    const show = (text: string) => {
      // What it prints is not the result, and two of them on one stream would be no JSON.
      if (!output.json) output.noteWrite(safeText(grownBy(shown, text), output.noteStyle))
      shown = text
    }
    while (now.state === 'running') {
      show(now.output)
      await pause(clock, cliLimits.agentPollMs)
      now = await unwrap(install.get())
    }
    show(now.output)
    if (now.state !== 'done')
      throw new CliError('install_failed', `${now.package} was not installed: ${now.message ?? now.state}`, {
        detail: now,
        exit: exitCodes.error,
      })
    if (output.json) output.value(now)
    else output.line(`${now.package} is installed.`)
    return exitCodes.ok
  },
}
