import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { agentIds, catalogue, installSentence } from './catalogue.ts'

const table = catalogue({ bunPath: '/opt/bun', demoMain: '/app/scripts/demo-agent/main.ts', home: '/home/f' })
const by = (id: string) => table.find((entry) => entry.id === id)

test('ids are unique, in the order shown, and fit an environment name', () => {
  expect(table.map((entry) => entry.id)).toEqual([...agentIds])
  expect(new Set(agentIds).size).toBe(agentIds.length)
  for (const id of agentIds) expect(id).toMatch(/^[a-z][a-z0-9]*$/)
})

test('the demo runs the given Bun on the given program and keeps its state in the home', () => {
  expect(by('demo')?.programs).toEqual([
    {
      program: '/opt/bun',
      args: [
        '--config=/app/bunfig.toml',
        '--no-env-file',
        '/app/scripts/demo-agent/main.ts',
        '--state',
        '/home/f/demo',
      ],
    },
  ])
})

test('agents that would let a model approve start in the mode that asks', () => {
  const modes = table.flatMap((entry) => (entry.askingMode === null ? [] : [[entry.id, entry.askingMode]]))
  expect(Object.fromEntries(modes)).toEqual({
    claude: 'default',
    codex: 'read-only',
    qwen: 'default',
    zcodex: 'read-only',
  })
  expect(by('goose')?.env).toEqual({ GOOSE_MODE: 'approve' })
})

test('an agent with a file of its quirks is in the catalogue under the same id', async () => {
  const files = [...new Bun.Glob('*.ts').scanSync(join(import.meta.dir, '../acp/vendors'))]
  const vendors = files.map((name) => name.slice(0, -3)).filter((name) => !/^vendor$|\.test$/.test(name))
  expect(vendors.filter((id) => !agentIds.includes(id))).toEqual([])
  expect(vendors).toContain('zcodex')
})

test('every package is pinned to one version and every entry can say how to get it', () => {
  for (const entry of table) {
    if (entry.install.kind === 'npm') expect(entry.install.version).toMatch(/^\d+\.\d+\.\d+$/)
    if (entry.install.kind === 'page') expect(new URL(entry.install.url).protocol).toBe('https:')
    expect(installSentence(entry)).toStartWith(entry.name)
  }
})
