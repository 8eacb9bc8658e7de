import type { Agent } from '../../shared/wire/agent.ts'
import type { Session } from '../../shared/wire/session.ts'

/**
 * What is chosen when the sheet opens: what was kept, else what the newest session had, else the first that runs.
 * `agents` null: the machine could not be asked.
 */
export function startingAgent(
  kept: string,
  sessions: Iterable<Session>,
  agents: readonly Agent[] | null,
): string | null {
  // Which are there cannot be asked: what ran last is likely to run again, and the machine says so if it does not.
  if (agents === null) return kept || (newestFirst(sessions)[0]?.agent ?? null)
  const found = agents.filter((agent) => agent.found)
  const has = (id: string): boolean => found.some((agent) => agent.id === id)
  const last = newestFirst(sessions).find(({ agent }) => has(agent))?.agent
  const real = found.find(({ id }) => id !== DEMO)
  return (has(kept) ? kept : null) ?? last ?? real?.id ?? found[0]?.id ?? null
}

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
