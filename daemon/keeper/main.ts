/**
 * The keeper: a small process that outlives the daemon and owns the stdio of every agent.
 * Exit codes: 0 ended · 1 something unexpected, every run ended · 2 arguments · 3 another keeper has this home.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { systemClock } from '../../shared/time.ts'
import { readArguments } from './arguments.ts'
import { collectEvery } from './garbage.ts'
import { openLibc } from './libc.ts'
import { watchLife } from './life.ts'
import { takeLock } from './lock.ts'
import { processTable } from './processes.ts'
import { holdRuns } from './runs.ts'
import { serve } from './server.ts'

const log = (text: string): void => {
  process.stderr.write(`${new Date(systemClock.now()).toISOString()} keeper ${process.pid} ${text}\n`)
}

const given = readArguments(Bun.argv.slice(2))
if (given.kind === 'refused') {
  process.stderr.write(`${given.message}\n`)
  process.exit(2)
}
const { home, id, socketPath, limits } = given
const spoolDir = `${home}/run/spool`
const libc = openLibc(process.platform)

mkdirSync(`${home}/run`, { recursive: true, mode: 0o700 })
if (!takeLock(libc, `${home}/run/keeper-1.lock`, process.pid)) process.exit(3)
libc.becomeSubreaper()
// No folder and no disk is held by where the keeper was started.
process.chdir('/')
// What an earlier keeper held ended with it.
rmSync(spoolDir, { recursive: true, force: true })
mkdirSync(spoolDir, { mode: 0o700 })

const table = processTable(process.platform)
const passed = collectEvery(limits.collectBytes)
const runs = holdRuns({ table, libc, passed, clock: systemClock, limits, spoolDir, keeperPid: process.pid })
let quitting = false

const after = (ms: number): Promise<void> => new Promise((resolve) => systemClock.after(ms, resolve))

async function quit(why: string, code = 0): Promise<void> {
  if (quitting) return
  quitting = true
  log(`ends with ${runs.all().length} runs: ${why}`)
  // The ladders end by themselves, unless one of them is what failed.
  const longest = limits.stdinMs + limits.termMs + 2 * limits.killMs
  await Promise.race([runs.endAll(), after(longest)])
  const deadline = systemClock.now() + limits.drainMs
  while (!server.settled() && systemClock.now() < deadline) {
    await after(limits.pollMs)
  }
  server.stop()
  process.exit(code)
}

const fail = (error: unknown): void => {
  log(`failed: ${error instanceof Error ? error.stack : String(error)}`)
  if (quitting) process.exit(1)
  void quit('something unexpected happened', 1)
}
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
process.on('SIGTERM', () => void quit('SIGTERM'))
process.on('SIGINT', () => void quit('SIGINT'))
process.on('SIGHUP', () => log('stays: a terminal closed'))

const pid = process.pid
const server = serve({ path: socketPath, keeper: id, pid, runs, clock: systemClock, limits, passed, quit })
watchLife({ home, runs, server, clock: systemClock, limits, quit })
log(`${id} holds ${home}`)
