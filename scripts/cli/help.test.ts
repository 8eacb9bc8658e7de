import { expect, test } from 'bun:test'
import { tmpdir } from 'node:os'
import { commands } from './commands.ts'
import { environment, finish, start } from './test-process.ts'

const ran = (...args: string[]) => finish(start(environment(process.env, tmpdir(), 'help'), tmpdir(), args))

test('help and every completion script know every verb, and no name runs into its summary', async () => {
  const { out } = await ran('help')
  const shown = out.matchAll(/^ {2}([a-z-]+) +(\S.*)$/gm)
  expect([...shown].map(([, name]) => name ?? '')).toEqual([...commands.keys()])
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = (await ran('completions', shell)).out
    for (const name of commands.keys()) expect(script).toContain(name)
  }
})

test('the name that loads a command is its own', async () => {
  for (const [name, load] of commands) expect((await load()).name).toBe(name)
})
