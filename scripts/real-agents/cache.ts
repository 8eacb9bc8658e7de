/**
 * Where installed agents lie: one folder each in a cache that any checkout may use, `node` for the pinned Node. An
 * installation is whole when its mark is there and says what the lockfile of this checkout says.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { realAgents } from './agents.ts'
import { type Installed, type RealAgent, thisPlatform } from './real-agent.ts'

/** What is installed by itself: an agent, or the Node that some of them need. */
export interface Package {
  /** Its folder in the cache and in `locks/`. */
  readonly id: string
  readonly package: string
  readonly version: string
  /** Below `node_modules`: without these it is not whole. */
  readonly files: readonly string[]
}

const NODE = `node-${thisPlatform()}`
const NODE_PROGRAM = `${NODE}/bin/node`
export const node: Package = { id: 'node', package: NODE, version: '24.21.0', files: [NODE_PROGRAM] }

/** Written last, into the folder of an installation. */
export const MARK = '.installed'
/** Of this checkout: a folder each, with `package.json` and `bun.lock`. */
export const LOCKS = join(import.meta.dir, 'locks')

export const packageFolder = (cache: string, { id }: Package): string => join(cache, id)

export const placeOf = (cache: string, agent: RealAgent): Installed => ({
  folder: packageFolder(cache, agent),
  node: join(packageFolder(cache, node), 'node_modules', NODE_PROGRAM),
})

/** `NAME@VERSION` and the digest of the lockfile. */
export async function markOf(one: Package, locks: string): Promise<string> {
  const lock = await Bun.file(join(locks, one.id, 'bun.lock')).bytes()
  return `${one.package}@${one.version} ${createHash('sha256').update(lock).digest('hex')}\n`
}

export async function isInstalled(cache: string, one: Package, locks = LOCKS): Promise<boolean> {
  const mark = Bun.file(join(packageFolder(cache, one), MARK))
  return (await mark.exists()) && (await mark.text()) === (await markOf(one, locks))
}

/** What has to be in the cache before an agent can be started. */
export const packagesOf = (agent: RealAgent): Package[] => (agent.needsNode ? [node, agent] : [agent])

/** The agents that can be started from `cache` now. */
export async function installedAgents(cache: string): Promise<RealAgent[]> {
  const found: RealAgent[] = []
  for (const agent of realAgents) {
    const there = await Promise.all(packagesOf(agent).map((one) => isInstalled(cache, one)))
    if (there.every(Boolean)) found.push(agent)
  }
  return found
}
