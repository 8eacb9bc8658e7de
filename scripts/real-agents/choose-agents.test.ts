import { expect, test } from 'bun:test'
import { realAgents } from './agents.ts'
import { type AgentsAsked, type AgentsHere, chooseAgents, unknownName } from './choose-agents.ts'
import type { RealAgentId } from './real-agent.ts'

const all = realAgents.map(({ id }) => id)

function choices(
  asked: Partial<AgentsAsked>,
  { installed = all, platform = 'linux-x64' }: { installed?: RealAgentId[]; platform?: string } = {},
): Record<string, string> {
  const here: AgentsHere = { installed: new Set(installed), platform }
  return Object.fromEntries(
    chooseAgents({ named: [], install: false, ...asked }, here).map((choice) => [
      choice.agent.id,
      choice.kind === 'skip' ? choice.reason : choice.installFirst ? 'install, run' : 'run',
    ]),
  )
}

test('what is installed runs, all of it', () => {
  expect(choices({})).toEqual(Object.fromEntries(all.map((id) => [id, 'run'])))
})

test('what is not installed is skipped, and the reason says how to get it', () => {
  expect(choices({}, { installed: ['claude'] })).toMatchObject({
    claude: 'run',
    kimi: 'not installed: bun scripts/real-agents/install.ts kimi',
  })
})

test('what is not installed is installed first where that was asked for', () => {
  expect(choices({ install: true }, { installed: ['claude'] })).toMatchObject({
    claude: 'run',
    kimi: 'install, run',
  })
})

test('where some are named, the others are not run and not installed', () => {
  const { kimi, ...others } = choices({ named: ['kimi'], install: true }, { installed: ['claude'] })
  expect(kimi).toBe('install, run')
  expect(new Set(Object.values(others))).toEqual(new Set(['others were named']))
})

test('an agent without a build for this machine is skipped, whatever was asked', () => {
  expect(choices({ install: true, named: ['opencode'] }, { platform: 'linux-arm64' }).opencode).toBe(
    'its lockfile has no build for linux-arm64, only for linux-x64',
  )
  expect(choices({ install: true }, { platform: 'darwin-arm64' }).claude).toBe(
    'its lockfile has no build for darwin-arm64, only for linux-arm64 and linux-x64',
  )
})

test('a name that is no agent’s is found', () => {
  expect(unknownName([])).toBeUndefined()
  expect(unknownName(['claude', 'zcodex'])).toBeUndefined()
  expect(unknownName(['claude', 'cursor', 'goose'])).toBe('cursor')
})
