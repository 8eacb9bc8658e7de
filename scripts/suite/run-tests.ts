/** Runs `bun test`, showing what it says and reading its summary. */
import { join } from 'node:path'
import { COVERAGE_GOAL, coveredShare, leastCovered, readCoverage } from './coverage.ts'
import { runStep } from './run-step.ts'
import { readSummary, type TestCounts } from './test-summary.ts'

export interface TestRun {
  root: string
  /** Only test files whose path contains one of these; empty: all. */
  paths: readonly string[]
  /** A glob of test files that are not run; null: none. */
  except: string | null
  /** Adds one failure when the lines covered are under the goal. */
  coverage: boolean
  env: Record<string, string | undefined>
}

/** A test that hangs fails; one that is only slow, on a busy machine, does not. */
const TEST_MS = 30_000
/** Past it the run is ended: something waits for what will not come. */
const DEADLINE_MS = 15 * 60_000
const NAMED_FILES = 5

export async function runTests({ root, paths, except, coverage, env }: TestRun): Promise<TestCounts> {
  const directory = join(root, 'coverage')
  const flags = [
    `--timeout=${TEST_MS}`,
    ...(coverage ? ['--coverage', '--coverage-reporter=lcov', `--coverage-dir=${directory}`] : []),
    ...(except === null ? [] : [`--path-ignore-patterns=${except}`]),
  ]
  const words = [process.execPath, '--no-env-file', 'test', ...flags, ...paths]
  const end = await runStep({ words, cwd: root, env, deadlineMs: DEADLINE_MS })
  const { passed, failed } = readSummary(end.tail, end.exitCode)
  const enough = !coverage || (await coveredEnough(join(directory, 'lcov.info')))
  return { passed, failed: failed + (end.left.length > 0 ? 1 : 0) + (enough ? 0 : 1) }
}

async function coveredEnough(path: string): Promise<boolean> {
  const report = Bun.file(path)
  if (!(await report.exists())) {
    console.error('no coverage report was written')
    return false
  }
  const files = readCoverage(await report.text())
  const share = coveredShare(files)
  console.error(
    `${percent(share)} of the lines of ${files.length} files are covered (goal ${percent(COVERAGE_GOAL)})`,
  )
  for (const { path: file, lines, hit } of leastCovered(files, NAMED_FILES)) {
    console.error(`  ${lines - hit} of ${lines} lines not covered: ${file}`)
  }
  return share >= COVERAGE_GOAL
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
