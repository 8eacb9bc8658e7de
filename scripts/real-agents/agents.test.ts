import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { catalogue } from '../../daemon/agents/catalogue.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { realAgents } from './agents.ts'
import { LOCKS, node, placeOf } from './cache.ts'

const entries = catalogue({ bunPath: '/b', demoMain: '/d', home: '/h' })
const STUB = 'http://127.0.0.1:1'

test('an agent is pinned to the version that the catalogue names', () => {
  for (const { catalogueId, package: name, version } of realAgents) {
    expect(entries.find(({ id }) => id === catalogueId)?.install).toEqual({
      kind: 'npm',
      package: name,
      version,
    })
  }
})

test('every package has a lockfile that holds just this version of it', async () => {
  expect((await readdir(LOCKS)).sort()).toEqual([...realAgents.map(({ id }) => id), 'node'].sort())
  for (const { id, package: name, version } of [...realAgents, node]) {
    const about: unknown = await Bun.file(join(LOCKS, id, 'package.json')).json()
    expect(Object.values(Object(about))).toContainEqual(expect.objectContaining({ [name]: version }))
    const lock = await Bun.file(join(LOCKS, id, 'bun.lock')).text()
    expect(lock).toContain(`"${name}": ["${name}@${version}", "", {`)
  }
})

test('every package of a lockfile has a digest', async () => {
  for (const id of await readdir(LOCKS)) {
    const lock: unknown = Bun.JSONC.parse(await Bun.file(join(LOCKS, id, 'bun.lock')).text())
    const packages: unknown[] = Object.values(Object(Object(lock).packages))
    expect(packages.length).toBeGreaterThan(0)
    for (const one of packages) expect(one).toContainEqual(expect.stringMatching(/^sha512-/))
  }
})

test('an agent is started by absolute paths, with nothing of its files outside its folder but Node', () => {
  for (const agent of realAgents) {
    const place = placeOf('/cache', agent)
    const paths = agent.command(place).filter(isAbsolute)
    expect(paths[0]).toBe(agent.needsNode ? place.node : `${place.folder}/node_modules/${agent.files[0]}`)
    expect(paths.at(-1)).toBe(`${place.folder}/node_modules/${agent.files[0]}`)
  }
})

test('what an agent is told points at the stub, and its files at its blank home', async () => {
  for (const agent of realAgents) {
    await using home = await tempHome()
    await agent.configure(home.path, STUB, join(home.path, 'work'))
    const files = await readdir(home.path, { recursive: true, withFileTypes: true })
    const texts = await Promise.all(
      files.filter((one) => one.isFile()).map((one) => Bun.file(join(one.parentPath, one.name)).text()),
    )
    const told = [...texts, JSON.stringify(agent.env(home.path, STUB))].join('\n')
    const addresses = told.match(/https?:\/\/[^"/\s]+/g) ?? []
    expect(new Set(addresses)).toEqual(new Set([STUB]))
  }
})
