/** The operator's settings of the authority: environment variables only, one table, read once at start. */
import {
  describeSettings,
  type Environment,
  type Setting,
  type SettingReader,
  settingReader,
} from '../shared/config/setting.ts'
import { unknownNames } from '../shared/config/unknown-names.ts'
import {
  defaultHome,
  isLoopback,
  type LogLevel,
  logLevels,
  NO_HOME,
  parseDirectory,
  parseLogLevel,
  parsePort,
  parseSwitch,
} from '../shared/config/values.ts'
import { type FixedSettings, rowOf, type SettingName, settingNames, settingRows } from './settings/rows.ts'

export interface Config {
  readonly home: string
  /** 0: a free port. */
  readonly port: number
  readonly host: string
  /** Scheme, host and port; null: the loopback address it listens on. */
  readonly origin: string | null
  /** `ws:` or `wss:`, host and port; null: the origin's. */
  readonly relayUrl: string | null
  readonly trustedProxyHops: number
  readonly allowPlainHttp: boolean
  readonly logLevel: LogLevel
  /** What the environment decides of what could be set on a screen. */
  readonly fixed: FixedSettings
}

const rows = {
  home: {
    name: 'FAIRLEAD_HOME',
    type: 'an absolute path',
    default: '~/.fairlead',
    secret: false,
    what: 'Everything this authority keeps, in the directory `authority` of it.',
    example: '/data',
  },
  port: {
    name: 'FAIRLEAD_PORT',
    type: 'a whole number from 0 to 65535',
    default: '7888',
    secret: false,
    what: 'Where the authority listens; 0 takes a free port and keeps it.',
    example: '7888',
  },
  host: {
    name: 'FAIRLEAD_HOST',
    type: 'an IP address or “localhost”',
    default: '127.0.0.1',
    secret: false,
    what: 'The address the authority listens on.',
    example: '0.0.0.0',
  },
  origin: {
    name: 'FAIRLEAD_ORIGIN',
    type: 'http:// or https://, a host and perhaps a port, and nothing else',
    default: null,
    secret: false,
    what: 'The one address people open; the loopback address it listens on when not set.',
    example: 'https://fairlead.example.org',
  },
  relayUrl: {
    name: 'FAIRLEAD_RELAY_URL',
    type: 'ws:// or wss://, a host and perhaps a port, and nothing else',
    default: null,
    secret: false,
    what: 'Where machines and devices reach the relay; the origin when not set.',
    example: 'wss://relay.example.org',
  },
  trustedProxyHops: {
    name: 'FAIRLEAD_TRUSTED_PROXY_HOPS',
    type: 'a whole number from 0 to 9',
    default: '0',
    secret: false,
    what: 'How many proxies in front may be believed about a client’s address.',
    example: '1',
  },
  allowPlainHttp: {
    name: 'FAIRLEAD_ALLOW_PLAIN_HTTP',
    type: '1, true, yes, 0, false or no',
    default: '0',
    secret: false,
    what: 'Lets people sign in over http to an address that is not loopback.',
    example: '1',
  },
  logLevel: {
    name: 'FAIRLEAD_LOG',
    type: `one of ${logLevels.join(', ')}`,
    default: 'info',
    secret: false,
    what: 'The least important log line that is written.',
    example: 'debug',
  },
} as const satisfies Record<string, Setting>

export const configRows: readonly Setting[] = [...Object.values(rows), ...Object.values(settingRows)]

export type ConfigOutcome =
  | { ok: true; config: Config; warnings: string[] }
  | { ok: false; problems: string[] }

/** A bad relay URL is a warning: it only costs reachability. Every other bad value refuses the start. */
export function readConfig(env: Environment): ConfigOutcome {
  const { read, problems } = settingReader(env)
  const relay = settingReader(env)
  const config: Config = Object.freeze({
    home: read(rows.home, parseDirectory, defaultHome(env)),
    port: read(rows.port, parsePort, Number(rows.port.default)),
    host: read(rows.host, parseHost, rows.host.default),
    origin: read<string | null>(rows.origin, (value) => parseOrigin(value, ['http:', 'https:']), null),
    relayUrl: relay.read<string | null>(rows.relayUrl, (value) => parseOrigin(value, ['ws:', 'wss:']), null),
    trustedProxyHops: read(
      rows.trustedProxyHops,
      (value) => (/^\d$/.test(value) ? Number(value) : undefined),
      0,
    ),
    allowPlainHttp: read(rows.allowPlainHttp, parseSwitch, false),
    logLevel: read(rows.logLevel, parseLogLevel, rows.logLevel.default),
    fixed: readFixed(read),
  })
  if (config.home === '') problems.push(NO_HOME)
  if (problems.length > 0) return { ok: false, problems }
  const unknown = unknownNames(
    env,
    configRows.map((row) => row.name),
  )
  return { ok: true, config, warnings: [...relay.problems, ...unknown] }
}

/** An empty value counts as not set, like everywhere. */
function readFixed(read: SettingReader['read']): FixedSettings {
  const fixed: Partial<Record<SettingName, string>> = {}
  for (const name of settingNames) {
    const row = rowOf(name)
    const value = read<string | null>(row, (text) => (row.takes(text) ? text : undefined), null)
    if (value !== null) fixed[name] = value
  }
  return fixed
}

/** The table in Markdown, for documentation. */
export const describeConfig = (): string => describeSettings(configRows)

const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:]*:[0-9a-f:.]*)$/i

const parseHost = (value: string): string | undefined =>
  isLoopback(value) || IP.test(value) ? value : undefined

/** What a browser would call the origin of it; undefined where anything follows the port. */
function parseOrigin(value: string, schemes: readonly string[]): string | undefined {
  const url = URL.parse(value)
  if (!url || !schemes.includes(url.protocol) || url.host === '') return undefined
  const origin = `${url.protocol}//${url.host}`
  return value === origin || value === `${origin}/` ? origin : undefined
}
