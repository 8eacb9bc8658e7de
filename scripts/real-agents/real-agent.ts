/**
 * A published agent that the scenarios drive: which package it is, how it is started from the folder it was
 * installed into, and what it needs to work offline against the model stub, without an account.
 */
import { join } from 'node:path'

export type RealAgentId = 'claude' | 'codex' | 'opencode' | 'gemini' | 'kimi' | 'qwen' | 'zcodex'

/** Where an agent was installed; absolute paths. */
export interface Installed {
  /** Holds its `node_modules`. */
  readonly folder: string
  /** The pinned Node; there when the agent needs it. */
  readonly node: string
}

export interface RealAgent {
  readonly id: RealAgentId
  /** The daemon's catalogue entry that it is started as. */
  readonly catalogueId: string
  readonly package: string
  /** Exact; the same as in its lockfile and in the catalogue. */
  readonly version: string
  readonly needsNode: boolean
  /** What its lockfile, and that of Node where it needs it, have builds for: `linux-x64`. */
  readonly platforms: readonly string[]
  /**
   * Below `node_modules`: what it cannot start without, builds for this machine included, since those are optional
   * packages and an installation goes on without one that it could not get.
   */
  readonly files: readonly string[]
  /** Program and arguments; the program is an absolute path. */
  command(place: Installed): string[]
  /** Its own command line for one message; null: it has none whose conversations it lists over ACP. */
  terminal(place: Installed, text: string): string[] | null
  /**
   * Environment besides PATH, HOME, TMPDIR, LANG, TERM and SHELL. `home`: its blank home; `stub`: the address of the
   * model stub, without a path.
   */
  env(home: string, stub: string): Record<string, string>
  /** Writes the agent's own configuration files into its blank home. `cwd`: the workspace it will work in. */
  configure(home: string, stub: string, cwd: string): Promise<void>
}

/** The model stub takes any key. */
export const STUB_KEY = 'stub-key'

export const LINUX: readonly string[] = ['linux-arm64', 'linux-x64']

/** What the builds for one machine are called, on npm as in Node. */
export const thisPlatform = (): string => `${process.platform}-${process.arch}`

/** A path below `node_modules`, whole. */
export const inModules = (place: Installed, path: string): string => join(place.folder, 'node_modules', path)

/** Writes `value` where the agent looks for its settings, with the folders on the way. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await Bun.write(path, `${JSON.stringify(value, null, 2)}\n`)
}
