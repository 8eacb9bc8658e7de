import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Clock, systemClock } from '../../shared/time.ts'
import { Value } from '../../shared/typebox.ts'
import { Agent } from '../../shared/wire/agent.ts'
import { daemonLimits } from '../limits.ts'
import { type AgentsDeps, createAgents } from './agents.ts'
import { claudeSignIn } from './sign-in.ts'

let root = ''
/** Where the demo lies below a root of its own, as it does in a checkout. */
const demo = (): string => join(root, 'scripts', 'demo-agent', 'main.ts')
let now = 1_000_000
const clock: Clock = { now: () => now, after: systemClock.after }

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'fairlead-agents-'))
  await mkdir(dirname(demo()), { recursive: true })
  await writeFile(join(root, 'bunfig.toml'), '')
  await writeFile(demo(), 'console.log(JSON.stringify({ args: process.argv.slice(2), env: process.env }))')
})
afterAll(() => rm(root, { recursive: true }))

const agentsWith = (more: Partial<AgentsDeps> = {}) =>
  createAgents({
    inherited: { PATH: root, HOME: root, CLAUDECODE: '1', FAIRLEAD_HOME: root },
    agentCommands: {},
    home: root,
    bunPath: process.execPath,
    demoMain: demo(),
    clock,
    limits: daemonLimits,
    ...more,
  })

async function program(name: string): Promise<string> {
  const file = join(root, name)
  await writeFile(file, '#!/bin/sh\n')
  await chmod(file, 0o755)
  return file
}

test('a launch of the demo runs as it is given', async () => {
  const launch = await agentsWith().launch('demo')
  if (!launch.ok) throw launch.error
  const child = Bun.spawn(launch.value.argv, { env: launch.value.env, cwd: root, timeout: 10_000 })
  const seen: unknown = JSON.parse(await new Response(child.stdout).text())
  expect(seen).toMatchObject({ args: ['--state', join(root, 'demo')], env: { HOME: root, PATH: root } })
  expect(JSON.stringify(seen)).not.toMatch(/FAIRLEAD|CLAUDECODE/)
  expect(await child.exited).toBe(0)
})

test('an unknown agent and a missing program are refused by code', async () => {
  const unknown = await agentsWith().launch('nobody')
  expect(unknown.ok ? null : [unknown.error.code, unknown.error.status]).toEqual(['agent_not_found', 404])
  const missing = await agentsWith().launch('kimi')
  expect(missing.ok ? null : missing.error.code).toBe('agent_missing')
  expect(missing.ok ? null : missing.error.message).toContain('@moonshot-ai/kimi-code@2.1.0')
})

test('a launch carries the asking mode and the quirks of its entry', async () => {
  const file = await program('fake-codex')
  const launch = await agentsWith({ agentCommands: { codex: ['fake-codex', '--now'] } }).launch('codex')
  if (!launch.ok) throw launch.error
  expect(launch.value.argv).toEqual([file, '--now'])
  expect(launch.value.askingMode).toBe('read-only')
})

test('the list says of every agent whether it is here, else how to get it', async () => {
  const list = await agentsWith().list()
  for (const agent of list) {
    expect(Value.Check(Agent, agent)).toBe(true)
    expect(agent.found).toBe(agent.install === null)
    expect(agent.found).toBe(agent.program !== null)
    expect(agent.signedIn).toBeNull()
  }
  expect(list.filter((agent) => agent.found).map((agent) => agent.id)).toEqual(['demo'])
  expect(list.find((agent) => agent.id === 'qwen')?.mode).toBe('default')
})

test('a list is repeated for ten seconds and then looked up again, also when the clock was set back', async () => {
  const agents = agentsWith()
  const isThere = async () => (await agents.list()).find((agent) => agent.id === 'opencode')?.found
  expect(await isThere()).toBe(false)
  const file = await program('opencode')
  now += 9_999
  expect(await isThere()).toBe(false)
  expect((await agents.launch('opencode')).ok).toBe(true)
  now += 1
  expect(await isThere()).toBe(true)
  await rm(file)
  now -= 60_000
  expect(await isThere()).toBe(false)
})

test('the program that signs in is on PATH, else the one that came with the installation, unless a variable names one', async () => {
  const found = async (inherited: Record<string, string>) => {
    const agents = agentsWith({ inherited })
    const entry = agents.entry('claude')
    if (!entry.ok) throw entry.error
    return (await agents.signInProgram(entry.value))?.path ?? null
  }
  expect(await found({ PATH: root })).toBeNull()
  const bundled = claudeSignIn.bundled ?? ''
  const installed = join(root, 'agents', 'claude', 'node_modules', bundled)
  await mkdir(dirname(installed), { recursive: true })
  await writeFile(installed, '#!/bin/sh\n', { mode: 0o755 })
  expect(await found({ PATH: root })).toBe(installed)
  const onPath = await program('claude')
  expect(await found({ PATH: root })).toBe(onPath)
  const other = await program('another-claude')
  expect(await found({ PATH: root, CLAUDE_CODE_EXECUTABLE: other })).toBe(other)
  expect(await found({ PATH: root, CLAUDE_CODE_EXECUTABLE: join(root, 'gone') })).toBeNull()
})
