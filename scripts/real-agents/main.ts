/**
 * `bun scripts/real-agents/main.ts [AGENT…] [--only SCENARIO] [--keep]`: the scenarios with the agents named, or with
 * all that are installed. Ends with 0 when every cell is as it is expected; a whole run writes docs/AGENTS.md.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { realAgents } from './agents.ts'
import { runInBrowser } from './browser/run-in-browser.ts'
import { type BrowserStep, browserSteps } from './browser/steps.ts'
import { installedAgents, placeOf } from './cache.ts'
import { INSTALL_COMMAND, unknownName } from './choose-agents.ts'
import { agentsCache } from './config.ts'
import { expectedLacks } from './expected.ts'
import { judge, type Verdict } from './judge.ts'
import { realAgentLimits } from './limits.ts'
import type { RealAgent } from './real-agent.ts'
import { runAgent } from './run-agent.ts'
import type { Ran } from './run-scenario.ts'
import type { Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { page, type Seen, terminalTable, wrongCells } from './table.ts'

/** The steps in the browser, for `--only`. */
const BROWSER = 'browser'
const IN_BROWSER: ReadonlySet<string> = new Set(['claude', 'codex'])
const PAGE = join(import.meta.dir, '..', '..', 'docs', 'AGENTS.md')

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    keep: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const installed = await installedAgents(agentsCache())
const agents = (positionals.length > 0 ? realAgents : installed).filter(
  ({ id }) => positionals.length === 0 || positionals.includes(id),
)
const wanted = scenarios.filter(({ id }) => values.only.length === 0 || values.only.includes(id))
/** Driven through the browser as well, when all is run or it is asked for. */
const onScreen = agents.filter(({ id }) => IN_BROWSER.has(id))
const wantsBrowser = values.only.length === 0 ? positionals.length === 0 : values.only.includes(BROWSER)
const refused = whyNot()
if (refused !== null) {
  console.error(refused)
  process.exit(2)
}

const verdicts = new Map<string, Verdict>()
const seen: Seen = {
  agents,
  scenarios: wanted,
  verdict: (agent, scenario) => verdicts.get(`${agent.id} ${scenario.id}`),
}
const inBrowser: Seen = {
  agents: wantsBrowser ? onScreen : [],
  scenarios: browserSteps,
  verdict: (agent, step) => verdicts.get(`${agent.id} ${BROWSER} ${step.id}`),
}
const waiting = [...agents]
if (wanted.length > 0) await Promise.all(Array.from({ length: realAgentLimits.agentsAtOnce }, runWaiting))
for (const agent of inBrowser.agents) await showOne(agent)

if (wanted.length > 0) console.log(`\n${terminalTable(seen)}\n`)
if (inBrowser.agents.length > 0) console.log(`${terminalTable(inBrowser)}\n`)
const wrong = [...wrongCells(seen), ...wrongCells(inBrowser)]
for (const line of wrong) console.log(line)
const whole = wanted.length === scenarios.length && agents.length === realAgents.length
if (whole && wrong.length === 0) await Bun.write(PAGE, page(seen, inBrowser))
process.exit(wrong.length === 0 ? 0 : 1)

function whyNot(): string | null {
  const unknown = unknownName(positionals)
  if (unknown !== undefined) return `no agent is called ${unknown}`
  const none = values.only.find((id) => id !== BROWSER && !scenarios.some((one) => one.id === id))
  if (none !== undefined) return `no scenario is called ${none}: ${scenarios.map(({ id }) => id).join(' ')}`
  const missing = agents.filter((agent) => !installed.includes(agent)).map(({ id }) => id)
  if (missing.length > 0) return `not installed: ${missing.join(' ')} (${INSTALL_COMMAND})`
  return agents.length === 0 ? `no agent is installed (${INSTALL_COMMAND})` : null
}

async function runWaiting(): Promise<void> {
  for (let agent = waiting.shift(); agent; agent = waiting.shift()) await runOne(agent)
}

async function runOne(agent: RealAgent): Promise<void> {
  const onRan = (scenario: Scenario, ran: Ran): void => {
    const expected = expectedLacks.find((one) => one.agent === agent.id && one.scenario === scenario.id)
    const verdict = judge(ran, expected)
    verdicts.set(`${agent.id} ${scenario.id}`, verdict)
    console.log(`${agent.id} ${scenario.id}: ${verdict.kind === 'wrong' ? verdict.words : verdict.kind}`)
  }
  const place = placeOf(agentsCache(), agent)
  const run = {
    agent,
    installed: place,
    scenarios: wanted,
    path: process.env.PATH ?? '',
    keep: values.keep,
    onRan,
  }
  try {
    const where = await runAgent(run)
    if (values.keep) console.log(`${agent.id}: kept in ${where}`)
  } catch (error) {
    // What is around the scenarios failed: their cells that are missing say so.
    const words = `failed: ${error instanceof Error ? error.message : String(error)}`
    for (const scenario of wanted) {
      const cell = `${agent.id} ${scenario.id}`
      if (!verdicts.has(cell)) verdicts.set(cell, { kind: 'wrong', words })
    }
  }
}

async function showOne(agent: RealAgent): Promise<void> {
  const cell = (step: BrowserStep): string => `${agent.id} ${BROWSER} ${step.id}`
  const onRan = (step: BrowserStep, ran: Ran): void => {
    const verdict = judge(ran, undefined)
    verdicts.set(cell(step), verdict)
    console.log(`${cell(step)}: ${verdict.kind === 'wrong' ? verdict.words : verdict.kind}`)
  }
  try {
    await runInBrowser({
      agent,
      installed: placeOf(agentsCache(), agent),
      path: process.env.PATH ?? '',
      onRan,
    })
  } catch (error) {
    const words = `failed: ${error instanceof Error ? error.message : String(error)}`
    for (const step of browserSteps) {
      if (!verdicts.has(cell(step))) verdicts.set(cell(step), { kind: 'wrong', words })
    }
  }
}
