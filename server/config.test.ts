import { expect, test } from 'bun:test'
import { roleNames } from '../shared/config/unknown-names.ts'
import { configRows, describeConfig, readConfig } from './config.ts'

type Environment = Record<string, string | undefined>

function accepted(env: Environment) {
  const outcome = readConfig({ HOME: '/home/x', ...env })
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'))
  return outcome
}

test('without any setting the documented defaults hold', () => {
  const defaults = {
    home: '/home/x/.fairlead',
    port: 7888,
    host: '127.0.0.1',
    origin: null,
    relayUrl: null,
    trustedProxyHops: 0,
    allowPlainHttp: false,
    logLevel: 'info',
    fixed: {},
  } as const
  expect(accepted({})).toEqual({ ok: true, config: defaults, warnings: [] })
  expect(accepted({ FAIRLEAD_ORIGIN: '', FAIRLEAD_ALLOW_PLAIN_HTTP: '' }).config).toEqual(defaults)
})

test('every setting is read, and an origin is what a browser would call it', () => {
  const { config } = accepted({
    FAIRLEAD_HOME: '/data',
    FAIRLEAD_PORT: '0',
    FAIRLEAD_HOST: '0.0.0.0',
    FAIRLEAD_ORIGIN: 'https://fl.example.org/',
    FAIRLEAD_RELAY_URL: 'wss://relay.example.org:8443',
    FAIRLEAD_TRUSTED_PROXY_HOPS: '1',
    FAIRLEAD_ALLOW_PLAIN_HTTP: 'yes',
    FAIRLEAD_LOG: 'debug',
    FAIRLEAD_REGISTRATION: 'open',
    FAIRLEAD_SMTP_PASSWORD: 'hunter2',
  })
  expect(config).toEqual({
    home: '/data',
    port: 0,
    host: '0.0.0.0',
    origin: 'https://fl.example.org',
    relayUrl: 'wss://relay.example.org:8443',
    trustedProxyHops: 1,
    allowPlainHttp: true,
    logLevel: 'debug',
    fixed: { registration: 'open', smtp_password: 'hunter2' },
  })
})

test.each([
  ['FAIRLEAD_ORIGIN', 'fl.example.org'],
  ['FAIRLEAD_ORIGIN', 'ftp://fl.example.org'],
  ['FAIRLEAD_ORIGIN', 'https://fl.example.org/path'],
  ['FAIRLEAD_ORIGIN', 'https://user@fl.example.org'],
  ['FAIRLEAD_HOST', 'fl.example.org'],
  ['FAIRLEAD_PORT', '70000'],
  ['FAIRLEAD_TRUSTED_PROXY_HOPS', '-1'],
  ['FAIRLEAD_ALLOW_PLAIN_HTTP', 'maybe'],
  ['FAIRLEAD_LOG', 'loud'],
  ['FAIRLEAD_REGISTRATION', 'sometimes'],
  ['FAIRLEAD_REGISTRATION_DOMAINS', 'no domain'],
  ['FAIRLEAD_MACHINE_LIMIT', '51'],
  ['FAIRLEAD_SMTP_PORT', '0'],
  ['FAIRLEAD_SMTP_FROM', 'nobody at all'],
  ['FAIRLEAD_SMTP_TLS', 'perhaps'],
])('%s=%s refuses the start with the name, the value, the shape and an example', (name, value) => {
  const row = configRows.find((one) => one.name === name)
  expect(readConfig({ HOME: '/home/x', [name]: value })).toEqual({
    ok: false,
    problems: [
      `${name} must be ${row?.type}, not ${JSON.stringify(value)}. Example: ${name}=${row?.example}`,
    ],
  })
})

test('a bad relay URL costs a warning, not the start', () => {
  const { config, warnings } = accepted({ FAIRLEAD_RELAY_URL: 'https://relay.example.org' })
  expect(config.relayUrl).toBe(null)
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toStartWith('FAIRLEAD_RELAY_URL must be ws:// or wss://')
})

test('names of other roles are not unknown, and every name of this one is known to them', () => {
  expect(accepted({ FAIRLEAD_ROLE: 'all', FAIRLEAD_ORIGN: 'x' }).warnings).toEqual([
    'FAIRLEAD_ORIGN is not a setting; did you mean FAIRLEAD_ORIGIN?',
  ])
  for (const { name } of configRows) expect(roleNames).toContain(name)
  expect(describeConfig().split('\n')).toHaveLength(configRows.length + 2)
})
