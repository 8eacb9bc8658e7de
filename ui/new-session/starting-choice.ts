import type { Session } from '../../shared/wire/session.ts'
import type { Tile } from './tiles.ts'

/**
 * What is chosen when the sheet opens: what was kept, else what the newest session had, else the first of the person's
 * own order, else the first that runs.
 */
export function startingTile(
  kept: readonly string[],
  sessions: Iterable<Session>,
  tiles: readonly Tile[],
  strip: readonly string[] | null,
): Tile | null {
  const find = (id: string | undefined): Tile | undefined => tiles.find((tile) => tile.id === id)
  const last = newestFirst(sessions).flatMap(({ preset, agent }) => find(preset) ?? find(agent) ?? [])[0]
  const bare = tiles.filter(({ preset }) => preset === null)
  const real = bare.find(({ id }) => id !== DEMO)
  const [own] = (strip ?? []).flatMap((id) => find(id) ?? [])
  return kept.flatMap((id) => find(id) ?? [])[0] ?? last ?? own ?? real ?? bare[0] ?? null
}

/**
 * While the machine cannot be asked what is there: what ran last is likely to run again, and the machine says so if it
 * does not.
 */
export const lastAgent = (kept: string, sessions: Iterable<Session>): string | null =>
  kept || (newestFirst(sessions)[0]?.agent ?? null)

/** The demo agent is for who has no other. */
const DEMO = 'demo'

/** The directories that sessions were started in, newest first, each once. */
export const recentDirectories = (sessions: Iterable<Session>, most: number): string[] =>
  [...new Set(newestFirst(sessions).map(({ cwd }) => cwd))].slice(0, most)

/** The home directory of the machine's owner, where it can be told from the daemon's own; null: it cannot. */
export function homeDirectory(daemonHome: string): string | null {
  const at = daemonHome.lastIndexOf('/.fairlead')
  return at > 0 && daemonHome.endsWith('/.fairlead') ? daemonHome.slice(0, at) : null
}

const newestFirst = (sessions: Iterable<Session>): Session[] =>
  [...sessions].sort((a, b) => b.createdAt - a.createdAt)
