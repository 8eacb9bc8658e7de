import type { Machine } from '../../shared/wire/machine.ts'
import type { MachineLink } from '../state/machine.ts'
import { needsYou } from '../state/sessions.ts'

export interface Section {
  machine: Machine
  /** Null: it did not enroll yet. */
  link: MachineLink | null
}

/** How many sessions of a machine wait for a person. */
export const waitingOn = (link: MachineLink | null): number =>
  link ? [...link.sessions.value.sessions.values()].filter(needsYou).length : 0

/** The machines with what needs you first, those that did not enroll yet last; otherwise in the order of the list. */
export function needsFirst(machines: readonly Machine[], links: readonly MachineLink[]): Section[] {
  const sections = machines.map((machine) => ({
    machine,
    link: links.find(({ id }) => id === machine.id) ?? null,
  }))
  const rank = ({ link }: Section): number => (link === null ? 2 : waitingOn(link) > 0 ? 0 : 1)
  return sections.sort((a, b) => rank(a) - rank(b))
}
