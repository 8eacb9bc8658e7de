import type { Random } from '../../shared/ids.ts'
import type { Clock } from '../../shared/time.ts'
import type { Args, FlagTable } from './args.ts'
import type { Daemon, ReadBlob, ReadExport } from './client.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Keyboard } from './keyboard.ts'
import type { Output } from './output.ts'

/** What a command gets of the world it runs in. */
export interface Context {
  /** Absolute. */
  home: string
  /** The caller's directory, absolute. */
  cwd: string
  /** The operator's settings, and what agents inherit. */
  env: Readonly<Record<string, string | undefined>>
  output: Output
  keyboard: Keyboard
  clock: Clock
  random: Random
  /** The machine that the command is about, by its label or id; null: the one of this home. */
  machine: string | null
  daemon: Daemon
  readBlob: ReadBlob
  readExport: ReadExport
  /** Calls `fn` on each SIGINT or SIGTERM instead of ending; the returned function puts it back. */
  onInterrupt(fn: () => void): () => void
}

export interface Command {
  name: string
  summary: string
  /** Arguments after the name, as help prints them. */
  usage: string
  flags: FlagTable
  /** How many positionals it takes. Outside: a usage error. */
  positionals: { least: number; most: number }
  run(context: Context, args: Args): Promise<ExitCode>
}

/** Positionals that one text was typed as, so that quoting it is a choice. */
export const MANY = Number.POSITIVE_INFINITY
