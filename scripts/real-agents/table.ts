/** What was seen, as a table for a terminal and as the page that is committed. */
import type { Verdict } from './judge.ts'
import type { RealAgent } from './real-agent.ts'
import type { Scenario } from './scenario.ts'

/** A row: what was tried. */
export type Tried = Pick<Scenario, 'id' | 'title'>

export interface Seen {
  agents: readonly RealAgent[]
  scenarios: readonly Tried[]
  /** Undefined: not run. */
  verdict(agent: RealAgent, scenario: Tried): Verdict | undefined
}

/** Cells of equal width; what is wrong is told below. */
export function terminalTable(seen: Seen): string {
  const rows = [
    ['', ...seen.agents.map(({ id }) => id)],
    ...seen.scenarios.map((scenario) => [
      scenario.id,
      ...seen.agents.map((agent) => MARKS[seen.verdict(agent, scenario)?.kind ?? 'none']),
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const MARKS = { yes: 'yes', known: 'known', wrong: 'WRONG', none: '' } as const

/** One line for each cell that fails the run. */
export const wrongCells = (seen: Seen): string[] =>
  seen.agents.flatMap((agent) =>
    seen.scenarios.flatMap((scenario) => {
      const verdict = seen.verdict(agent, scenario)
      return verdict?.kind === 'wrong' ? [`${agent.id} ${scenario.id}: ${verdict.words}`] : []
    }),
  )

/** The same for the same agents, wherever and whenever it is run. */
export function page(seen: Seen, inBrowser: Seen): string {
  const reasons = new Map<string, number>()
  const noteOf = (reason: string): number => {
    const note = reasons.get(reason) ?? reasons.size + 1
    reasons.set(reason, note)
    return note
  }
  const cell = (agent: RealAgent, scenario: Tried): string => {
    const verdict = seen.verdict(agent, scenario)
    if (verdict?.kind === 'yes') return 'yes'
    return verdict?.kind === 'known' ? `– (${noteOf(verdict.reason)})` : ''
  }
  return `${[
    HEAD,
    markdown([
      ['agent', 'package', 'version'],
      ...seen.agents.map(({ id, package: from, version }) => [id, `\`${from}\``, version]),
    ]),
    markdown(rowsOf(seen, cell)),
    [...reasons].map(([reason, note]) => `${note}. ${reason}`).join('\n'),
    BROWSER,
    markdown(
      rowsOf(inBrowser, (agent, tried) => (inBrowser.verdict(agent, tried)?.kind === 'yes' ? 'yes' : '')),
    ),
  ].join('\n\n')}\n`
}

const rowsOf = (seen: Seen, cell: (agent: RealAgent, tried: Tried) => string): string[][] => [
  ['', ...seen.agents.map(({ id }) => id)],
  ...seen.scenarios.map((tried) => [tried.title, ...seen.agents.map((agent) => cell(agent, tried))]),
]

const BROWSER = `## In the browser

The main job on a phone's screen: Chromium, the authority, its relay, a circuit, the daemon and the agent, all of them
real. After every step the session is stopped and nothing of the agent is left running.`

const HEAD = `# Agents

What published agents do under this daemon. Each cell is a scenario that was run: the real program, as it comes from
its registry, in a blank home, with a stand-in for its model (\`scripts/stub-model/\`) and without an account; a daemon
and its keeper as processes, driven over the API. After every scenario nothing of the agent is left running.

This page is written by a whole run of \`bun scripts/real-agents/main.ts\`. What an agent is known not to do has a number
and its reason below (\`scripts/real-agents/expected.ts\`); any other cell that is not a yes fails the run.`

function markdown([head = [], ...rows]: string[][]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
