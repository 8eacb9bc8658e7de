import { expect, test } from 'bun:test'
import { realAgents } from '../real-agents/agents.ts'
import type { AgentsHere } from '../real-agents/choose-agents.ts'
import type { RealAgentId } from '../real-agents/real-agent.ts'
import { planAgents } from './agents-plan.ts'

const all = realAgents.map(({ id }) => id)
const here = (installed: RealAgentId[], platform = 'linux-x64'): AgentsHere => ({
  installed: new Set(installed),
  platform,
})

test('a run that does not ask for agents drives none, whatever is installed', () => {
  expect(planAgents({ kind: 'no' }, true, here(all))).toEqual({
    kind: 'skip',
    reason: 'nobody asked for them',
  })
})

test('asked for, all of them run, and what is missing is installed first', () => {
  expect(planAgents({ kind: 'yes', named: [] }, false, here(['claude', 'kimi']))).toEqual({
    kind: 'run',
    install: all.filter((id) => id !== 'claude' && id !== 'kimi'),
    run: all,
    whole: true,
    skipped: [],
  })
})

test('asked for by name, these run and the others are skipped', () => {
  const plan = planAgents({ kind: 'yes', named: ['kimi'] }, false, here(all))
  expect(plan).toMatchObject({ kind: 'run', install: [], run: ['kimi'], whole: false })
  expect(plan.kind === 'run' && plan.skipped).toContain('claude: skipped: others were named')
})

test('CI drives what is installed and says of each of the others how to get it', () => {
  const plan = planAgents({ kind: 'if_there' }, false, here(['claude']))
  expect(plan).toMatchObject({ kind: 'run', install: [], run: ['claude'], whole: false })
  expect(plan.kind === 'run' && plan.skipped).toContain(
    'qwen: skipped: not installed: bun scripts/real-agents/install.ts qwen',
  )
})

test('CI without an installed agent drives none, with one reason', () => {
  expect(planAgents({ kind: 'if_there' }, false, here([]))).toEqual({
    kind: 'skip',
    reason: 'none is installed for linux-x64 (bun scripts/real-agents/install.ts), and CI_AGENTS is not 1',
  })
})

test('CI_AGENTS=1 installs and drives all of them', () => {
  expect(planAgents({ kind: 'if_there' }, true, here([]))).toMatchObject({
    kind: 'run',
    install: all,
    run: all,
    whole: true,
  })
})

test('where agents were asked for and none has a build, that is refused and not passed over', () => {
  for (const plan of [
    planAgents({ kind: 'yes', named: [] }, false, here([], 'darwin-arm64')),
    planAgents({ kind: 'if_there' }, true, here([], 'darwin-arm64')),
    planAgents({ kind: 'yes', named: ['opencode'] }, false, here(all, 'linux-arm64')),
  ]) {
    expect(plan.kind).toBe('refused')
    expect(plan.kind === 'refused' && plan.reason).toContain(
      'opencode: skipped: its lockfile has no build for',
    )
  }
})
