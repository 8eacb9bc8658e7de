import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { Clock } from '../../shared/time.ts'
import { type CatalogueEntry, installSentence, type Program } from './catalogue.ts'

export interface FindDeps {
  clock: Clock
  /** `fileCallMs`: what one look at one place may take. */
  limits: { readonly fileCallMs: number }
}

export interface LocateDeps extends FindDeps {
  /** The PATH that the agent will be given. */
  path: string
  /** Where an installation into the home put its programs; looked at after PATH. */
  installed?: string
  /** Words that replace the catalogue's command line (`FAIRLEAD_AGENT_<ID>`), if an operator gave some. */
  command: readonly string[] | undefined
}

type Origin = Pick<Program, 'only' | 'except'>

/** `argv[0]` is `program`, an absolute path. `install` is a sentence for a person. */
export type Located =
  | { kind: 'found'; argv: string[]; program: string }
  | { kind: 'missing'; install: string }

/** The first of the entry's programs that is there, or the operator's replacement and nothing else. */
export async function locateAgent(entry: CatalogueEntry, deps: LocateDeps): Promise<Located> {
  if (deps.command !== undefined) return locateReplacement(entry, deps.command, deps)
  for (const known of entry.programs) {
    const found =
      (await findProgram(known.program, deps.path, deps, known)) ??
      (await findProgram(known.program, deps.installed ?? '', deps, known))
    if (found !== null) return { kind: 'found', argv: [found, ...known.args], program: found }
  }
  return { kind: 'missing', install: installSentence(entry) }
}

/**
 * Absolute path of an executable regular file: `program` itself when it is absolute, else the first of its name
 * in `path` (colon-separated). Null when there is none. Empty and relative PATH entries are passed over, they
 * would let a workspace supply the program; so is a directory that does not answer in time (a dead mount).
 */
export async function findProgram(
  program: string,
  path: string,
  deps: FindDeps,
  origin: Origin = {},
): Promise<string | null> {
  for (const candidate of candidates(program, path)) {
    if (await isRunnable(candidate, origin, deps)) return candidate
  }
  return null
}

async function locateReplacement(
  entry: CatalogueEntry,
  command: readonly string[],
  deps: LocateDeps,
): Promise<Located> {
  const [program = '', ...args] = command
  const found = await findProgram(program, deps.path, deps)
  if (found !== null) return { kind: 'found', argv: [found, ...args], program: found }
  // The words are not repeated: an operator may have put `KEY=…` in front of them.
  const variable = `FAIRLEAD_AGENT_${entry.id.toUpperCase()}`
  return {
    kind: 'missing',
    install: `${variable} begins with a word that is no program on PATH. It is a command line without a shell: a program, then its arguments.`,
  }
}

function candidates(program: string, path: string): string[] {
  if (isAbsolute(program)) return [program]
  if (program === '' || program.includes('/')) return []
  return path
    .split(':')
    .filter(isAbsolute)
    .map((directory) => join(directory, program))
}

async function isRunnable(file: string, origin: Origin, deps: FindDeps): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const late = deps.clock.after(deps.limits.fileCallMs, () => resolve(false))
  isProgram(file, origin).then(resolve)
  const runnable = await promise
  late.cancel()
  return runnable
}

async function isProgram(file: string, { only, except }: Origin): Promise<boolean> {
  try {
    if (!(await stat(file)).isFile()) return false
    await access(file, constants.X_OK)
    if (only === undefined && except === undefined) return true
    // On PATH it is a link into the package, as npm makes it, or into its build for one platform, `NAME-linux-x64`.
    const real = await realpath(file)
    const isFrom = (name: string): boolean => real.includes(`/node_modules/${name}`)
    return (only === undefined || isFrom(only)) && (except === undefined || !isFrom(except))
  } catch {
    // Not there, not ours to run, a loop of links, a name too long: all the same answer to "can it be started".
    return false
  }
}
