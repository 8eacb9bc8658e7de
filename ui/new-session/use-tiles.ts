import { ok, type Result } from '../../shared/errors.ts'
import type { Agent } from '../../shared/wire/agent.ts'
import type { Preset, System } from '../../shared/wire/preset.ts'
import { unwrap } from '../api/unwrap.ts'
import { type Read, useRead } from '../parts/use-read.ts'
import type { MachineLink } from '../state/machine.ts'
import { allTiles, type Tile } from './tiles.ts'

export interface Startables {
  agents: Agent[]
  systems: System[]
  tiles: Tile[]
  /** The person's order; null: nobody has chosen one. */
  strip: string[] | null
}

/** What can be started on the machine, read as one: tiles do not move under a finger. */
export const useTiles = (link: MachineLink): Read<Startables> =>
  useRead(() => readStartables(link), [link, link.circuit.state.value.is])

async function readStartables({ daemon: { v1 } }: MachineLink): Promise<Result<Startables>> {
  const [agents, presets, systems, strip] = await Promise.all([
    unwrap(v1.agents.get()),
    unwrap(v1.presets.get()).then(orNone<Preset[]>([])),
    unwrap(v1.systems.get()).then(orNone<System[]>([])),
    unwrap(v1.strip.get()).then(orNone<{ ids: string[] | null }>({ ids: null })),
  ])
  if (!agents.ok) return agents
  if (!presets.ok) return presets
  if (!systems.ok) return systems
  if (!strip.ok) return strip
  const tiles = allTiles(agents.value, presets.value)
  return ok({ agents: agents.value, systems: systems.value, tiles, strip: strip.value.ids })
}

/** A machine of an earlier version has none. */
const orNone =
  <T>(none: T) =>
  (answer: Result<T>): Result<T> =>
    !answer.ok && answer.error.code === 'route_not_found' ? ok(none) : answer
