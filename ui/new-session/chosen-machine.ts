import type { Machine } from '../../shared/wire/machine.ts'
import { may } from '../machines/may.ts'
import type { MachineLink } from '../state/machine.ts'

export interface Startable {
  machine: Machine
  link: MachineLink
}

/** Machines on which this account may start something, in the order of the list. */
export const startable = (machines: readonly Machine[], links: readonly MachineLink[]): Startable[] =>
  machines.flatMap((machine) => {
    const link = links.find(({ id }) => id === machine.id)
    return link && may(machine, 'session:write') ? [{ machine, link }] : []
  })

/** The one asked for, else the one of the newest session, else one that is reached, else any. */
export function chosenMachine(all: readonly Startable[], asked: string | null): Startable | null {
  const newest = (one: Startable): number =>
    Math.max(0, ...[...one.link.sessions.value.sessions.values()].map(({ createdAt }) => createdAt))
  const isReached = (one: Startable): number => Number(one.link.circuit.state.value.is === 'connected')
  const [best] = all.toSorted((a, b) => newest(b) - newest(a) || isReached(b) - isReached(a))
  return all.find(({ machine }) => machine.id === asked) ?? best ?? null
}
