/**
 * The operator's settings of the daemon: environment variables only, one table, read once at start. What a
 * person prefers (parking, rules, names) is in the settings table instead. An empty value counts as not set,
 * because that is what compose files and unit files leave behind.
 */
import {
  complaint,
  describeSettings,
  type Environment,
  type Setting,
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
  parseRole,
  type Role,
  roles,
} from '../shared/config/values.ts'
import { agentIds } from './agents/catalogue.ts'
import { splitCommandLine } from './agents/command-line.ts'

export interface Config {
  readonly home: string
  /** 0: a free port. */
  readonly port: number
  readonly host: string
  readonly logLevel: LogLevel
  readonly role: Role
  /** Words that replace an agent's command line, by agent id. */
  readonly agentCommands: Readonly<Record<string, readonly string[]>>
}

const rows = {
  home: {
    name: 'FAIRLEAD_HOME',
    type: 'an absolute path',
    default: '~/.fairlead',
    secret: false,
    what: 'Everything this daemon keeps.',
    example: '/var/lib/fairlead',
  },
  port: {
    name: 'FAIRLEAD_PORT',
    type: 'a whole number from 0 to 65535',
    default: '7887',
    secret: false,
    what: 'Where the daemon listens; 0 takes a free port.',
    example: '7887',
  },
  host: {
    name: 'FAIRLEAD_HOST',
    type: 'a loopback address',
    default: '127.0.0.1',
    secret: false,
    what: 'The address the daemon listens on.',
    example: '127.0.0.1',
  },
  logLevel: {
    name: 'FAIRLEAD_LOG',
    type: `one of ${logLevels.join(', ')}`,
    default: 'info',
    secret: false,
    what: 'The least important log line that is written.',
    example: 'debug',
  },
  role: {
    name: 'FAIRLEAD_ROLE',
    type: `one of ${roles.join(', ')}`,
    default: 'all',
    secret: false,
    what: 'What `up` starts: a daemon, an authority, or both in one process.',
    example: 'authority',
  },
  agentCommand: {
    name: 'FAIRLEAD_AGENT_<ID>',
    type: 'a program and its arguments, quoted as in a shell',
    default: null,
    // A command line may carry a key.
    secret: true,
    what: 'Replaces the command line of one agent; no shell runs it.',
    example: 'gemini --experimental-acp',
  },
} as const satisfies Record<string, Setting>

export const configRows: readonly Setting[] = Object.values(rows)

export type ConfigOutcome =
  | { ok: true; config: Config; warnings: string[] }
  | { ok: false; problems: string[] }

/** Problems and warnings are sentences for an operator; every problem is reported, not only the first. */
export function readConfig(env: Environment): ConfigOutcome {
  const { read, problems } = settingReader(env)
  const config: Config = Object.freeze({
    home: read(rows.home, parseDirectory, defaultHome(env)),
    port: read(rows.port, parsePort, Number(rows.port.default)),
    host: read(rows.host, (value) => (isLoopback(value) ? value : undefined), rows.host.default),
    logLevel: read(rows.logLevel, parseLogLevel, rows.logLevel.default),
    role: read(rows.role, parseRole, rows.role.default),
    agentCommands: Object.freeze(readAgentCommands(env, problems)),
  })
  if (config.home === '') problems.push(NO_HOME)
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, config, warnings: unknownNames(env, knownNames) }
}

/** The table in Markdown, for documentation. */
export const describeConfig = (): string => describeSettings(configRows)

const AGENT_PREFIX = 'FAIRLEAD_AGENT_'

const knownNames: readonly string[] = [
  ...configRows.filter((row) => !row.name.includes('<')).map((row) => row.name),
  ...agentIds.map((id) => AGENT_PREFIX + id.toUpperCase()),
]

function readAgentCommands(env: Environment, problems: string[]): Record<string, string[]> {
  const commands: Record<string, string[]> = {}
  for (const id of agentIds) {
    const name = AGENT_PREFIX + id.toUpperCase()
    const value = env[name] ?? ''
    if (value === '') continue
    const words = splitCommandLine(value)
    if (words.ok) commands[id] = words.value
    else problems.push(`${complaint(rows.agentCommand, name, value)} (${words.error.message})`)
  }
  return commands
}
