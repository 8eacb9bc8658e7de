/** Runs `bun test`, showing what it says and reading its summary. */
import { join } from 'node:path'
import { COVERAGE_GOAL, coveredShare, leastCovered, readCoverage } from './coverage.ts'
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
/** How long the output may still come after the runner ended. */
const LAST_WORDS_MS = 2_000
const SUMMARY_CHARS = 64 * 1024
const NAMED_FILES = 5

export async function runTests({ root, paths, except, coverage, env }: TestRun): Promise<TestCounts> {
  const directory = join(root, 'coverage')
  const flags = [
    `--timeout=${TEST_MS}`,
    ...(coverage ? ['--coverage', '--coverage-reporter=lcov', `--coverage-dir=${directory}`] : []),
    ...(except === null ? [] : [`--path-ignore-patterns=${except}`]),
  ]
  const child = Bun.spawn([process.execPath, '--no-env-file', 'test', ...flags, ...paths], {
    cwd: root,
    env,
    stdout: 'inherit',
    stderr: 'pipe',
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  })
  const output = shown(child.stderr)
  const exitCode = await child.exited
  // Something that a failed test left behind may hold the pipe open; what the runner itself said is there by now.
  const end = await output.until(LAST_WORDS_MS)
  if (child.signalCode === 'SIGKILL') console.error(`ended: still running after ${DEADLINE_MS / 60_000} min`)
  const counts = readSummary(end, exitCode)
  if (!coverage) return counts
  const enough = await coveredEnough(join(directory, 'lcov.info'))
  return enough ? counts : { ...counts, failed: counts.failed + 1 }
}

/** Passes a stream on to ours and remembers its end. */
function shown(stream: ReadableStream<Uint8Array>): { until(ms: number): Promise<string> } {
  const decoder = new TextDecoder()
  let end = ''
  const pass = async (): Promise<void> => {
    for await (const chunk of stream) {
      process.stderr.write(chunk)
      end = (end + decoder.decode(chunk, { stream: true })).slice(-SUMMARY_CHARS)
    }
  }
  const passed = pass()
  return {
    async until(ms) {
      await Promise.race([passed, Bun.sleep(ms)])
      return end
    },
  }
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
