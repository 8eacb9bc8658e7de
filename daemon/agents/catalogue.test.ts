import { expect, test } from 'bun:test'
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
  expect(Object.fromEntries(modes)).toEqual({ claude: 'default', codex: 'read-only', qwen: 'default' })
  expect(by('goose')?.env).toEqual({ GOOSE_MODE: 'approve' })
})

test('every package is pinned to one version and every entry can say how to get it', () => {
  for (const entry of table) {
    if (entry.install.kind === 'npm') expect(entry.install.version).toMatch(/^\d+\.\d+\.\d+$/)
    if (entry.install.kind === 'page') expect(new URL(entry.install.url).protocol).toBe('https:')
    expect(installSentence(entry)).toStartWith(entry.name)
  }
})
