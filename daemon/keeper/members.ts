/**
 * Which processes belong to a run. Agents run commands in process sessions of their own, commands leave children
 * behind, and children drop their environment; so several signs count: descent from the agent or from any process
 * seen before as a member, the marker in the environment, and, for an orphan that fell to the keeper, the process
 * session or group of a member. A pid alone names nobody: it is always compared with its start.
 */
import type { Process, ProcessTable } from './processes.ts'

export interface Members {
  agent: Process
  /** A cheap look: remembers who descends from a member now, before parents end and children move. */
  refresh(all: readonly Process[]): void
  /** A thorough look, also by marker. `claims` says whether an orphan without any sign is this run's. */
  find(all: readonly Process[], claims: (orphan: Process) => boolean): Process[]
  has(process: Process): boolean
}

export interface MembersOptions {
  table: ProcessTable
  agent: Process
  marker: string
  keeperPid: number
  /** Known to be another run's: its agent, or seen as its member. */
  foreign(process: Process): boolean
  /** Process sessions and groups remembered, the newest. */
  seenSessions: number
}

export function runMembers({
  table,
  agent,
  marker,
  keeperPid,
  foreign,
  seenSessions,
}: MembersOptions): Members {
  let seen = new Map<number, Process>([[agent.pid, agent]])
  const sessions = new Set<number>()

  const has = (process: Process): boolean => seen.get(process.pid)?.start === process.start

  const remember = (process: Process): void => {
    for (const id of [process.sid, process.pgid]) {
      sessions.delete(id)
      sessions.add(id)
    }
    for (const oldest of sessions) {
      if (sessions.size <= seenSessions) break
      sessions.delete(oldest)
    }
  }

  const grow = (all: readonly Process[], isRoot: (process: Process) => boolean): Process[] => {
    const roots = all.filter((process) => process.pid !== keeperPid && (has(process) || isRoot(process)))
    const found = withDescendants(roots, all)
    found.delete(keeperPid)
    seen = found
    for (const process of found.values()) remember(process)
    return [...found.values()].filter((process) => !process.zombie)
  }

  remember(agent)
  return {
    agent,
    has,
    refresh: (all) => void grow(all, () => false),
    find: (all, claims) =>
      grow(all, (process) => {
        if (process.zombie || foreign(process)) return false
        if (table.marked(process.pid, marker)) return true
        if (process.ppid !== keeperPid) return false
        return sessions.has(process.sid) || sessions.has(process.pgid) || claims(process)
      }),
  }
}

function withDescendants(roots: readonly Process[], all: readonly Process[]): Map<number, Process> {
  const children = new Map<number, Process[]>()
  for (const process of all) {
    const siblings = children.get(process.ppid)
    if (siblings) siblings.push(process)
    else children.set(process.ppid, [process])
  }
  const found = new Map<number, Process>()
  const open = [...roots]
  for (let next = open.pop(); next; next = open.pop()) {
    if (found.has(next.pid)) continue
    found.set(next.pid, next)
    open.push(...(children.get(next.pid) ?? []))
  }
  return found
}
