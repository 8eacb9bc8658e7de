/**
 * Every check and every test, in named steps. A step that fails does not stop the next; the last line says
 * `N passed, N failed`, where a failed step counts as one failure and a failed test as one each.
 */
import { join } from 'node:path'
import { installedAgents } from '../real-agents/cache.ts'
import { agentsCache } from '../real-agents/config.ts'
import { thisPlatform } from '../real-agents/real-agent.ts'
import { planAgents } from './agents-plan.ts'
import { haveChromium } from './chromium.ts'
import { type AgentsOption, readOptions, USAGE } from './options.ts'
import { runStep } from './run-step.ts'
import { runTests, type TestRun } from './run-tests.ts'
import type { TestCounts } from './test-summary.ts'

const WEEKLY_RUNS = 20
/** The longest, all real agents, takes a third of it. */
const STEP_DEADLINE_MS = 30 * 60_000
const BROWSER_TESTS = 'scripts/e2e/browser'

const root = join(import.meta.dir, '../..')
const total: TestCounts = { passed: 0, failed: 0 }
const failedSteps: string[] = []

async function step(name: string, work: () => Promise<TestCounts>): Promise<void> {
  console.error(`\n── ${name}`)
  const start = performance.now()
  const { passed, failed } = await work()
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  console.error(`── ${name}: ${failed === 0 ? 'ok' : 'FAILED'}, ${seconds} s`)
  total.passed += passed
  total.failed += failed
  if (failed > 0) failedSteps.push(name)
}

/** `bun WORDS…`: one failure when it exits with anything but 0, or leaves something running. */
const bun = (name: string, ...words: string[]): Promise<void> =>
  step(name, async () => {
    const run = {
      words: [process.execPath, ...words],
      cwd: root,
      env: process.env,
      deadlineMs: STEP_DEADLINE_MS,
    }
    const { exitCode, left } = await runStep(run)
    return { passed: 0, failed: exitCode === 0 && left.length === 0 ? 0 : 1 }
  })

async function checks(): Promise<void> {
  await bun('structure', 'scripts/check.ts')
  // `--bun`: their launchers ask for Node, which a machine with Bun need not have.
  await bun('lint', 'run', '--bun', 'biome', 'ci', '--error-on-warnings', '.')
  await bun('types', 'run', '--bun', 'tsc', '--noEmit')
  await bun('unused', 'run', '--bun', 'knip')
}

async function benchmarks(): Promise<void> {
  for (const path of [...new Bun.Glob('scripts/bench/*.ts').scanSync({ cwd: root })].sort())
    await bun(path, path)
}

/** Real agents against a model stub, where they are asked for; what does not run has its reason. */
async function agents(asked: AgentsOption): Promise<void> {
  const installed = new Set((await installedAgents(agentsCache())).map(({ id }) => id))
  const plan = planAgents(asked, process.env.CI_AGENTS === '1', { installed, platform: thisPlatform() })
  if (plan.kind === 'skip') console.error(`\n── real agents: not run: ${plan.reason}`)
  if (plan.kind === 'refused') {
    console.error(`\n${plan.reason}`)
    await step('real agents', async () => ({ passed: 0, failed: 1 }))
  }
  if (plan.kind !== 'run') return
  if (plan.install.length > 0) {
    await bun('install agents', 'scripts/real-agents/install.ts', ...plan.install)
  }
  console.error(['', ...plan.skipped].join('\n'))
  // Without a name it is a whole run, which writes the table of what each can do.
  await bun(
    `real agents: ${plan.run.join(' ')}`,
    'scripts/real-agents/main.ts',
    ...(plan.whole ? [] : plan.run),
  )
}

const options = readOptions(process.argv.slice(2))
if (options.kind !== 'run') {
  console.error(options.kind === 'refused' ? `${options.sentence}\n\n${USAGE}` : USAGE)
  process.exit(options.kind === 'refused' ? 2 : 0)
}

// What the caller set for a daemon of their own is nothing to the tests; the mark of the run they are in stays.
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^FAIRLEAD_(?!AGENT_RUN$)/.test(name)),
)

/** Everything once: what runs in a browser by itself, after the rest, where nothing else wants the machine. */
async function allTests(name: string, coverage: boolean, env: TestRun['env']): Promise<void> {
  await step(`tests${name}`, () =>
    runTests({ root, paths: [], except: `${BROWSER_TESTS}/**`, coverage, env }),
  )
  await step(`browser${name}`, () =>
    runTests({ root, paths: [`./${BROWSER_TESTS}`], except: null, coverage: false, env }),
  )
}

const { quick, weekly, paths } = options
if (paths.length > 0) {
  await step('tests', () => runTests({ root, paths, except: null, coverage: false, env }))
} else {
  await checks()
  await step('chromium', async () => ({ passed: 0, failed: (await haveChromium()) ? 0 : 1 }))
  await allTests('', !quick, weekly ? { ...env, FAIRLEAD_WEEKLY: '1' } : env)
}
if (weekly) {
  for (let run = 2; run <= WEEKLY_RUNS; run++) await allTests(`, run ${run}`, false, env)
  await benchmarks()
}

if (options.agents.kind !== 'no') await agents(options.agents)

if (failedSteps.length > 0) console.error(`\nfailed: ${failedSteps.join(' · ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
// Said and done: nothing that a step left open keeps this process.
process.exit(total.failed === 0 ? 0 : 1)
