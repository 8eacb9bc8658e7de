import type { Agent } from '../../shared/wire/agent.ts'
import type { Preset } from '../../shared/wire/preset.ts'

/** What a session can be started with: an agent as it is, or a preset of it. */
export interface Tile {
  id: string
  name: string
  icon: string | null
  agent: Agent
  preset: Preset | null
}

/** Everything that runs here, presets first. A preset whose agent is not here is not among it. */
export function allTiles(agents: readonly Agent[], presets: readonly Preset[]): Tile[] {
  const found = agents.filter((agent) => agent.found)
  const ofPresets = presets.flatMap((preset): Tile[] => {
    const agent = found.find(({ id }) => id === preset.agent)
    return agent ? [{ id: preset.id, name: preset.name, icon: preset.icon ?? null, agent, preset }] : []
  })
  const bare = found.map(
    (agent): Tile => ({ id: agent.id, name: agent.name, icon: null, agent, preset: null }),
  )
  return [...ofPresets, ...bare]
}

/** In the person's order; `ids` null: nobody has chosen, so all of them. What is chosen now always has its tile. */
export function stripOf(all: readonly Tile[], ids: readonly string[] | null, chosen: string | null): Tile[] {
  if (ids === null) return [...all]
  const kept = ids.flatMap((id) => all.find((tile) => tile.id === id) ?? [])
  const current = all.find(({ id }) => id === chosen)
  return current && !kept.includes(current) ? [...kept, current] : kept
}

/** One place up or down; at an end it stays. */
export function moved(ids: readonly string[], id: string, by: 1 | -1): string[] {
  const at = ids.indexOf(id)
  const to = at + by
  if (at < 0 || to < 0 || to >= ids.length) return [...ids]
  const others = ids.filter((one) => one !== id)
  return [...others.slice(0, to), id, ...others.slice(to)]
}
