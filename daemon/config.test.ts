import { expect, test } from 'bun:test'
import { configRows, describeConfig, readConfig } from './config.ts'

type Environment = Record<string, string | undefined>

function accepted(env: Environment) {
  const outcome = readConfig({ HOME: '/home/x', ...env })
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'))
  return outcome
}

function problems(env: Environment): string[] {
  const outcome = readConfig({ HOME: '/home/x', ...env })
  return outcome.ok ? [] : outcome.problems
}

test('without any setting the documented defaults hold, and an empty value is not a setting', () => {
  const defaults = {
    home: '/home/x/.fairlead',
    port: 7887,
    host: '127.0.0.1',
    logLevel: 'info',
    role: 'all',
    agentCommands: {},
  } as const
  expect(accepted({})).toEqual({ ok: true, config: defaults, warnings: [] })
  expect(accepted({ FAIRLEAD_PORT: '', FAIRLEAD_AGENT_CLAUDE: '' }).config).toEqual(defaults)
})

test('every setting is read', () => {
  const { config, warnings } = accepted({
    FAIRLEAD_HOME: '/srv/f',
    FAIRLEAD_PORT: '0',
    FAIRLEAD_HOST: '::1',
    FAIRLEAD_LOG: 'debug',
    FAIRLEAD_ROLE: 'daemon',
    FAIRLEAD_AGENT_GEMINI: `'/opt/my tools/gemini' --experimental-acp`,
  })
  expect(config).toEqual({
    home: '/srv/f',
    port: 0,
    host: '::1',
    logLevel: 'debug',
    role: 'daemon',
    agentCommands: { gemini: ['/opt/my tools/gemini', '--experimental-acp'] },
  })
  expect(warnings).toEqual([])
  expect(Object.isFrozen(config)).toBe(true)
})

test.each([
  ['FAIRLEAD_PORT', '65536'],
  ['FAIRLEAD_PORT', '80a'],
  ['FAIRLEAD_PORT', '-1'],
  ['FAIRLEAD_PORT', ' 80'],
  ['FAIRLEAD_HOST', '0.0.0.0'],
  ['FAIRLEAD_HOST', '127.0.0.256'],
  ['FAIRLEAD_HOST', '127.0.0.1.example'],
  ['FAIRLEAD_HOME', 'relative/home'],
  ['FAIRLEAD_HOME', '~/fairlead'],
  ['FAIRLEAD_LOG', 'loud'],
  ['FAIRLEAD_ROLE', 'relay'],
  ['FAIRLEAD_ROLE', 'Daemon'],
])('%s=%s refuses the start with the name, the value, the shape and an example', (name, value) => {
  const row = configRows.find((one) => one.name === name)
  expect(problems({ [name]: value })).toEqual([
    `${name} must be ${row?.type}, not ${JSON.stringify(value)}. Example: ${name}=${row?.example}`,
  ])
})

test('every problem is named at once', () => {
  expect(problems({ FAIRLEAD_PORT: 'x', FAIRLEAD_LOG: 'x', FAIRLEAD_HOST: 'x' })).toHaveLength(3)
})

test('a broken command line is refused without its words', () => {
  const [problem] = problems({ FAIRLEAD_AGENT_CLAUDE: 'run "hunter2' })
  expect(problem).toBe(
    'FAIRLEAD_AGENT_CLAUDE must be a program and its arguments, quoted as in a shell. Example: FAIRLEAD_AGENT_CLAUDE="gemini --experimental-acp" (A double quote is never closed.)',
  )
})

test('without a home directory FAIRLEAD_HOME is needed', () => {
  expect(readConfig({})).toEqual({
    ok: false,
    problems: ['FAIRLEAD_HOME is not set, and HOME names no directory to put it in.'],
  })
  expect(readConfig({ FAIRLEAD_HOME: '/srv/f' }).ok).toBe(true)
})

test('unknown names are warned about without their values, with the name that was meant', () => {
  const { warnings } = accepted({
    FAIRLEAD_PROT: 'hunter2',
    FAIRLEAD_AGENT_CLAUD: 'hunter2',
    FAIRLEAD_SOMETHING_ELSE: 'hunter2',
    OTHER: 'x',
  })
  expect(warnings).toEqual([
    'FAIRLEAD_AGENT_CLAUD is not a setting; did you mean FAIRLEAD_AGENT_CLAUDE?',
    'FAIRLEAD_PROT is not a setting; did you mean FAIRLEAD_PORT?',
    'FAIRLEAD_SOMETHING_ELSE is not a setting',
  ])
})

test('the table for documentation has a line for every setting', () => {
  const lines = describeConfig().split('\n')
  expect(lines).toHaveLength(configRows.length + 2)
  for (const row of configRows)
    expect(lines.filter((line) => line.startsWith(`| \`${row.name}\` |`))).toHaveLength(1)
})
