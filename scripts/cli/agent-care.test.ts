/** Installing an agent, signing in to it and out again, and its keys, by the command line. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fakeClaude } from '../../daemon/testing/fake-claude.ts'
import { puppetCommand } from '../../daemon/testing/puppet.ts'
import { startRegistry } from '../../daemon/testing/registry.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestMachine, testMachine } from './test-machine.ts'
import { onTerminal } from './test-process.ts'

const LONG = 60_000
const SECRET = 'sk-typed-here-0123456789'
const registry = startRegistry({
  name: '@moonshot-ai/kimi-code',
  version: '2.1.0',
  manifest: { bin: { kimi: 'main.sh' } },
  files: { 'main.sh': '#!/bin/sh\necho "kimi $@"\n' },
})
let person: TempHome
let machine: TestMachine

beforeAll(async () => {
  person = await tempHome()
  machine = await testMachine(process.env, `agent-care-${process.pid}`, {
    // Of this person, so that no real agent is signed out.
    HOME: person.path,
    PATH: fakeClaude(person.path),
    FAIRLEAD_AGENT_CLAUDE: puppetCommand(),
    NPM_CONFIG_REGISTRY: registry.url,
    BUN_CONFIG_REGISTRY: registry.url,
  })
}, LONG)
afterAll(async () => {
  await machine.end()
  await registry.stop()
  await person.remove()
}, LONG)

const piped = async (text: string, ...args: string[]) => {
  const { env, work } = machine
  const child = Bun.spawn(machine.command(...args), {
    env,
    cwd: work,
    stdin: new Blob([text]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}
const terminal = (args: string[], script: Parameters<typeof onTerminal>[3]) =>
  onTerminal(machine.env, machine.work, args, script)

test(
  'a key is piped in or typed blind, is told of and never shown, and is forgotten',
  async () => {
    expect(await machine.json('agent-key', 'claude')).toEqual([
      { variable: 'ANTHROPIC_API_KEY', setAt: null },
    ])
    const set = await piped(`${SECRET}\n`, 'agent-key', 'claude', 'ANTHROPIC_API_KEY', '--json')
    expect(JSON.parse(set.out)).toEqual({ variable: 'ANTHROPIC_API_KEY', setAt: expect.any(Number) })
    const typed = await terminal(['agent-key', 'claude', 'ANTHROPIC_API_KEY'], [['Key: ', `${SECRET}\r`]])
    expect([typed.code, typed.screen.includes(SECRET)]).toEqual([0, false])
    expect((await machine.cli('agent-key', 'claude')).out).toMatch(/^ANTHROPIC_API_KEY +set 20/m)
    const { env } = machine
    for (const file of readdirSync(env.FAIRLEAD_HOME ?? '').filter((name) => name.startsWith('daemon.db')))
      expect(readFileSync(join(env.FAIRLEAD_HOME ?? '', file)).includes(SECRET)).toBe(false)
    const gone = await machine.json('agent-key', 'claude', 'ANTHROPIC_API_KEY', '--remove')
    expect(gone).toEqual({ variable: 'ANTHROPIC_API_KEY', setAt: null })
  },
  LONG,
)

test(
  'a key is no argument, needs a variable that the agent takes, and an empty one changes nothing',
  async () => {
    expect(await machine.refused('agent-key', 'claude', 'ANTHROPIC_API_KEY', SECRET)).toEqual({
      exit: 2,
      code: 'usage',
    })
    expect(await machine.refused('agent-key', 'claude', '--remove')).toEqual({ exit: 2, code: 'usage' })
    expect((await piped('\n', 'agent-key', 'claude', 'ANTHROPIC_API_KEY')).code).toBe(2)
    expect((await piped(SECRET, 'agent-key', 'claude', 'LD_PRELOAD')).code).not.toBe(0)
    expect(await machine.refused('agent-key', 'nobody')).toEqual({ exit: 3, code: 'agent_not_found' })
    expect(await machine.json('agent-key', 'claude')).toMatchObject([{ setAt: null }])
  },
  LONG,
)

test(
  'a person signs in by the link that is shown and a code that is typed blind, and out again',
  async () => {
    const { code, screen } = await terminal(
      ['agent-login', 'claude'],
      [
        ['Paste the code', ''],
        ['Open https://login.example/go?x=1', 'good\r'],
      ],
    )
    expect(screen).toContain('Welcome')
    expect(screen).toContain('It is signed in.')
    expect(code).toBe(0)
    expect(await machine.json('agent-logout', 'claude')).toEqual({ removed: [], signedIn: false })
    expect((await machine.cli('agent-logout', 'claude')).out).toBe('It is signed out.\n')
  },
  LONG,
)

test(
  'a sign-in that did not work, or was given up, has its own exit code',
  async () => {
    const wrong = await piped('bad\n', 'agent-login', 'claude', '--json')
    expect([wrong.code, wrong.out]).toEqual([4, ''])
    expect(wrong.err).toContain('"code":"not_signed_in"')
    const given = await terminal(['agent-login', 'claude'], [['Open https://login.example', '\u0003']])
    expect(given.code).toBe(5)
    expect(given.screen).toContain('given up')
    expect(await machine.refused('agent-login', 'opencode')).toEqual({ exit: 3, code: 'login_unsupported' })
    expect(await machine.refused('agent-logout', 'opencode')).toEqual({ exit: 3, code: 'login_unsupported' })
  },
  LONG,
)

test(
  'an agent is installed and then found; what the installer says is not the result',
  async () => {
    expect(await machine.refused('agent-install', 'demo')).toEqual({ exit: 3, code: 'install_unsupported' })
    const done = await machine.json('agent-install', 'kimi')
    expect(done).toMatchObject({ state: 'done', package: '@moonshot-ai/kimi-code@2.1.0' })
    const again = await machine.cli('agent-install', 'kimi')
    expect([again.code, again.out]).toEqual([0, '@moonshot-ai/kimi-code@2.1.0 is installed.\n'])
    expect(again.err).toContain('kimi-code')
    const agents: { id: string; found: boolean }[] = await machine.json('agents')
    expect(agents.find(({ id }) => id === 'kimi')).toMatchObject({ found: true })
    const { exit, code } = await machine.refused('agent-install', 'qwen')
    expect({ exit, code }).toEqual({ exit: 1, code: 'install_failed' })
  },
  LONG,
)
