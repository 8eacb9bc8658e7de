/**
 * One package of a committed lockfile, installed by the Bun that runs this: exact versions, checked against the
 * lockfile's digests, and none of their install scripts run.
 */

import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SECOND_MS } from '../../shared/time.ts'
import { isAlive } from '../cli/is-alive.ts'
import { isInstalled, LOCKS, MARK, markOf, type Package, packageFolder } from './cache.ts'

/** The largest is half a gigabyte. Past it the installation is ended and has failed. */
const INSTALL_MS = 600 * SECOND_MS
/** Of what Bun said, the end. */
const SAID_CHARS = 4_000
const WORDS = ['install', '--frozen-lockfile', '--ignore-scripts', '--linker=hoisted', '--no-progress']

export interface InstallOptions {
  cache: string
  package: Package
  /** Other lockfiles than those of this checkout. */
  locks?: string
  installMs?: number
  /** Instead of the environment of this process. */
  env?: Record<string, string | undefined>
}

export type InstallOutcome =
  | { kind: 'there' }
  | { kind: 'installed' }
  /** `sentence` ends with what Bun said. */
  | { kind: 'failed'; sentence: string }

/** Does nothing where the same lockfile was installed already. A failed or interrupted one leaves what was there. */
export async function installPackage(options: InstallOptions): Promise<InstallOutcome> {
  const { cache, package: one, locks = LOCKS } = options
  if (await isInstalled(cache, one, locks)) return { kind: 'there' }
  await removeAbandoned(cache, one)
  const fresh = `${packageFolder(cache, one)}.${process.pid}`
  try {
    await mkdir(fresh, { recursive: true })
    for (const name of ['package.json', 'bun.lock']) await cp(join(locks, one.id, name), join(fresh, name))
    const problem = (await runBun(fresh, options)) ?? (await missingFile(fresh, one))
    if (problem !== null) return failed(one, problem)
    await Bun.write(join(fresh, MARK), await markOf(one, locks))
    return await putInPlace(fresh, cache, one, locks)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Null when it went well, else why not. */
async function runBun(cwd: string, { env, installMs = INSTALL_MS }: InstallOptions): Promise<string | null> {
  const child = Bun.spawn([process.execPath, ...WORDS], {
    cwd,
    ...(env === undefined ? {} : { env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: installMs,
    killSignal: 'SIGKILL',
  })
  const [said, complained] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const code = await child.exited
  if (code === 0) return null
  const how = child.signalCode === null ? `exit code ${code}` : `ended after ${installMs / SECOND_MS} s`
  return `${how}\n${`${said}${complained}`.trim().slice(-SAID_CHARS)}`
}

/** A build for this machine is an optional package: Bun goes on without one that it could not get. */
async function missingFile(folder: string, one: Package): Promise<string | null> {
  for (const path of one.files) {
    if (!(await Bun.file(join(folder, 'node_modules', path)).exists()))
      return `it left no node_modules/${path}`
  }
  return null
}

async function putInPlace(
  fresh: string,
  cache: string,
  one: Package,
  locks: string,
): Promise<InstallOutcome> {
  const folder = packageFolder(cache, one)
  await rm(folder, { recursive: true, force: true })
  try {
    await rename(fresh, folder)
    return { kind: 'installed' }
  } catch (error) {
    // Somebody else installed the same in the same moment.
    if (await isInstalled(cache, one, locks)) return { kind: 'there' }
    throw error
  }
}

/** What interrupted installations left; one whose process lives is at work. */
async function removeAbandoned(cache: string, { id }: Package): Promise<void> {
  await mkdir(cache, { recursive: true })
  for (const name of await readdir(cache)) {
    const pid = name.startsWith(`${id}.`) ? Number(name.slice(id.length + 1)) : Number.NaN
    if (Number.isSafeInteger(pid) && pid > 0 && !isAlive(pid)) {
      await rm(join(cache, name), { recursive: true, force: true })
    }
  }
}

const failed = (one: Package, problem: string): InstallOutcome => ({
  kind: 'failed',
  sentence: `${one.package}@${one.version} could not be installed: ${problem}`,
})
