import { expect, test } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { systemClock } from '../../shared/time.ts'
import { daemonLimits } from '../limits.ts'
import { ownSettingsWarnings } from './own-settings.ts'

const deps = { clock: systemClock, limits: daemonLimits }

async function warningsWith(agent: string, path: string, text: string, env: Record<string, string> = {}) {
  await using home = await tempHome()
  const file = join(home.path, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  const places = Object.fromEntries(Object.entries(env).map(([name, at]) => [name, join(home.path, at)]))
  return await ownSettingsWarnings(agent, { HOME: home.path, ...places }, deps)
}

test('allow rules of claude for every command, and for some', async () => {
  const rules = JSON.stringify({ permissions: { allow: ['Bash', 'Edit(*)', 'Bash(git status:*)', 7] } })
  expect(await warningsWith('claude', '.claude/settings.json', rules)).toEqual([
    'Its own settings allow every Bash, Edit without asking.',
    'Its own settings allow some commands without asking (1 rules).',
  ])
  const bypass = JSON.stringify({ permissions: { defaultMode: 'bypassPermissions' } })
  expect(
    await warningsWith('claude', 'elsewhere/settings.json', bypass, { CLAUDE_CONFIG_DIR: 'elsewhere' }),
  ).toEqual(['Its own settings start it in a mode that asks for nothing.'])
})

test('approval policy and sandbox of codex, for both of its adapters', async () => {
  const config = 'approval_policy = "never"\nsandbox_mode = "danger-full-access"\n'
  for (const agent of ['codex', 'zcodex'])
    expect(await warningsWith(agent, '.codex/config.toml', config)).toHaveLength(2)
  expect(await warningsWith('codex', '.codex/config.toml', 'approval_policy = "on-request"\n')).toEqual([])
})

test('opencode allows what its settings do not say to ask for', async () => {
  const at = '.config/opencode/opencode.json'
  const asks = '{"permission": {"bash": {"*": "ask"}, "edit": "ask"}}'
  expect(await warningsWith('opencode', at, asks)).toEqual([])
  expect(await warningsWith('opencode', at, '{"permission": {"bash": "ask"}}')).toEqual([
    'Its own settings allow edits of files without asking.',
  ])
  expect(await warningsWith('opencode', 'nothing', '')).toEqual([
    'Its own settings allow commands and edits of files without asking.',
  ])
  const commented = '{\n // all of it\n "permission": "ask",\n}'
  expect(await warningsWith('opencode', '.config/opencode/opencode.jsonc', commented)).toEqual([])
})

test('what cannot be read says nothing', async () => {
  expect(await warningsWith('claude', '.claude/settings.json', '{"permissions": [')).toEqual([])
  expect(await warningsWith('claude', '.claude/settings.json/x', '')).toEqual([])
  const huge = `{"permissions": {"allow": ["Bash"]}, "x": "${'x'.repeat(daemonLimits.agentSettingsBytes)}"}`
  expect(await warningsWith('claude', '.claude/settings.json', huge)).toEqual([])
  expect(await warningsWith('claude', '.claude/settings.json', '{"permissions": {"allow": "Bash"}}')).toEqual(
    [],
  )
})
