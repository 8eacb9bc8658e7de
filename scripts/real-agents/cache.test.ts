import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { realAgents } from './agents.ts'
import { installedAgents, LOCKS, MARK, markOf, node, type Package, packageFolder } from './cache.ts'

const mark = async (cache: string, one: Package, text?: string): Promise<void> => {
  await Bun.write(join(packageFolder(cache, one), MARK), text ?? (await markOf(one, LOCKS)))
}
const ids = async (cache: string): Promise<string[]> => (await installedAgents(cache)).map(({ id }) => id)

test('an agent is there with its mark and, where it needs it, Node’s', async () => {
  await using home = await tempHome()
  expect(await ids(home.path)).toEqual([])
  for (const agent of realAgents) await mark(home.path, agent)
  expect(await ids(home.path)).toEqual(['opencode', 'zcodex'])
  await mark(home.path, node)
  expect(await ids(home.path)).toEqual(realAgents.map(({ id }) => id))
})

test('a mark of another version or another lockfile counts for nothing', async () => {
  await using home = await tempHome()
  const [agent] = realAgents.filter(({ needsNode }) => !needsNode)
  if (agent === undefined) throw new Error('one needs no Node')
  await mark(home.path, agent, `${agent.package}@${agent.version} 00\n`)
  expect(await ids(home.path)).toEqual([])
})
