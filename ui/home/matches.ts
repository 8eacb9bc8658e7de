import type { Session } from '../../shared/wire/session.ts'

/** Whether every word of the filter is somewhere in what a person sees of the session. */
export function matches(session: Session, machine: string, filter: string): boolean {
  const { nickname, title, agent, cwd } = session
  const seen = `${nickname}\n${title}\n${agent}\n${cwd}\n${machine}`.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => seen.includes(word))
}
