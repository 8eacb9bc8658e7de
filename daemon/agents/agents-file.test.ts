import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { daemonLimits } from '../limits.ts'
import { createAgentsFile } from './agents-file.ts'
import { catalogue } from './catalogue.ts'

const shipped = catalogue({ bunPath: '/opt/bun', demoMain: '/app/scripts/demo-agent/main.ts', home: '/h' })

async function withFile(home: TempHome, text: string) {
  await writeFile(join(home.path, 'agents.toml'), text)
  const said: string[] = []
  const file = createAgentsFile(home.path, daemonLimits, (line) => said.push(line))
  return { file, said, by: (id: string) => file.over(shipped).find((entry) => entry.id === id) }
}

test('an agent is added, and one that is shipped is set in part', async () => {
  await using home = await tempHome()
  const { file, by, said } = await withFile(
    home,
    `[[agent]]
id = "mine"
name = "Mine"
command = "/opt/mine"
args = ["acp", "--quiet"]
env = { MINE_MODE = "ask" }
credentialVariables = ["MINE_KEY"]
askingMode = "ask"

[[agent]]
id = "claude"
command = "my-claude"
`,
  )
  expect(by('mine')).toMatchObject({
    name: 'Mine',
    programs: [{ program: '/opt/mine', args: ['acp', '--quiet'] }],
    env: { MINE_MODE: 'ask' },
    credentialVariables: ['MINE_KEY'],
    askingMode: 'ask',
    signIn: null,
  })
  expect(by('claude')).toMatchObject({
    name: 'Claude Code',
    askingMode: 'default',
    programs: [{ program: 'my-claude', args: [] }],
  })
  expect(file.over(shipped).length).toBe(shipped.length + 1)
  expect(said).toEqual([])
})

test('a file that is not as it must be is told of once, in one line, and none of it is used', async () => {
  await using home = await tempHome()
  const good = '[[agent]]\nid = "mine"\ncommand = "mine"\n'
  const broken = [
    'id = ',
    `${good}secret = "sk-1"\n`,
    '[[agent]]\nid = "Mine"\ncommand = "mine"\n',
    '[[agent]]\nid = "mine"\ncommand = "bin/mine"\n',
    `${good}[agent.env]\n"A B" = "sk-1"\n`,
    `${good}${good}`,
    'agents = []\n',
    `# ${'x'.repeat(daemonLimits.agentsFileBytes)}`,
  ]
  for (const text of broken) {
    const { file, said, by } = await withFile(home, text)
    expect(by('mine')).toBeUndefined()
    expect(file.over(shipped)).toEqual(shipped)
    expect(said).toEqual([expect.stringMatching(/^agents\.toml is not used: [^\n]+$/)])
    expect(said.join()).not.toContain('sk-1')
    expect(file.problem()).toBe(said[0] ?? null)
  }
})

test('a file that changed is read again', async () => {
  await using home = await tempHome()
  const { file, by } = await withFile(home, '[[agent]]\nid = "mine"\ncommand = ')
  expect(file.problem()).not.toBeNull()
  await writeFile(join(home.path, 'agents.toml'), '[[agent]]\nid = "mine"\ncommand = "mine-acp"\n')
  expect(by('mine')?.programs[0]?.program).toBe('mine-acp')
  expect(file.problem()).toBeNull()
})
