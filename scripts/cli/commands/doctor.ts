import { CliError } from '../cli-error.ts'
import type { Daemon } from '../client.ts'
import { unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { bunFinding, type Finding, foundOf, homeFinding } from '../doctor-findings.ts'
import { exitCodes } from '../exit-codes.ts'
import { packageFacts } from '../package-facts.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check what this machine needs and say what to do.',
  usage: '',
  flags: {},
  positionals: { least: 0, most: 0 },
  async run({ daemon, home, output }) {
    const findings: Finding[] = [
      bunFinding(packageFacts().bun, Bun.version),
      foundOf('git', Bun.which('git') !== null, 'git is there', 'install git: worktrees and changes need it'),
      homeFinding(home),
      ...(await daemonFindings(daemon, home)),
    ]
    if (output.json) output.value(findings)
    else {
      for (const finding of findings) {
        const mark = finding.ok ? output.style.green('ok  ') : output.style.red('fix ')
        output.line(`${mark} ${finding.check}: ${finding.says}`)
      }
    }
    return findings.every((finding) => finding.ok) ? exitCodes.ok : exitCodes.error
  },
}

async function daemonFindings(daemon: Daemon, home: string): Promise<Finding[]> {
  try {
    const { daemon: found } = await unwrap(daemon.v1.status.get())
    const agents = await unwrap(daemon.v1.agents.get())
    const chain = await unwrap(daemon.v1.asks.chain.get())
    const present = agents.filter((agent) => agent.found).map((agent) => agent.id)
    return [
      foundOf('daemon', true, `answers at ${found.url} (pid ${found.pid})`, ''),
      foundOf(
        'keeper',
        found.keeper !== null,
        `pid ${found.keeper?.pid}`,
        'none is connected; fairlead down, then up, starts one',
      ),
      foundOf(
        'agents',
        present.length > 0,
        present.join(', '),
        'none found; fairlead agents says how to get one',
      ),
      ...(found.agentsFile === undefined ? [] : [foundOf('agents.toml', false, '', found.agentsFile)]),
      foundOf(
        'record of asks',
        chain.firstBroken === null,
        `${chain.records} entries, none changed since they were written`,
        `entry ${chain.firstBroken} is not what was written: somebody changed daemon.db; keep a copy before going on`,
      ),
    ]
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== exitCodes.unreachable) throw error
    return [foundOf('daemon', false, '', `not running; start it with: fairlead up --home ${home}`)]
  }
}
