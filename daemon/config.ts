/**
 * The operator's settings of the daemon: environment variables only, one table, read once at start. What a
 * person prefers (parking, rules, names) is in the settings table instead. An empty value counts as not set,
 * because that is what compose files and unit files leave behind.
 */
import { isAbsolute, join } from 'node:path'
import { agentIds } from './agents/catalogue.ts'
import { splitCommandLine } from './agents/command-line.ts'

export interface Config {
  readonly home: string
  /** 0: a free port. */
  readonly port: number
  readonly host: string
  readonly logLevel: LogLevel
  readonly role: 'daemon'
  /** Words that replace an agent's command line, by agent id. */
  readonly agentCommands: Readonly<Record<string, readonly string[]>>
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export interface ConfigRow {
  /** A whole name; with `<ID>` it stands for one name an agent. */
  readonly name: string
  /** The shape a value must have, as it reads after "must be". */
  readonly type: string
  /** As documentation shows it; null where nothing is assumed. */
  readonly default: string | null
  /** Its value is never written anywhere, not even in a complaint. */
  readonly secret: boolean
  readonly what: string
  readonly example: string
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
    type: '“daemon”; the roles “authority” and “all” are not in this version',
    default: 'daemon',
    secret: false,
    what: 'What this process is.',
    example: 'daemon',
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
} as const satisfies Record<string, ConfigRow>

export const configRows: readonly ConfigRow[] = Object.values(rows)

type Environment = Readonly<Record<string, string | undefined>>
export type ConfigOutcome =
  | { ok: true; config: Config; warnings: string[] }
  | { ok: false; problems: string[] }

/** Problems and warnings are sentences for an operator; every problem is reported, not only the first. */
export function readConfig(env: Environment): ConfigOutcome {
  const problems: string[] = []

  /** The value of a row through `parse`, which answers undefined to what it does not take. */
  function read<T>(row: ConfigRow, parse: (value: string) => T | undefined, fallback: T): T {
    const value = env[row.name] ?? ''
    if (value === '') return fallback
    const parsed = parse(value)
    if (parsed === undefined) problems.push(complaint(row, row.name, value))
    return parsed ?? fallback
  }

  const config: Config = Object.freeze({
    home: read(rows.home, (value) => (isAbsolute(value) ? value : undefined), defaultHome(env)),
    port: read(rows.port, parsePort, Number(rows.port.default)),
    host: read(rows.host, (value) => (isLoopback(value) ? value : undefined), rows.host.default),
    logLevel: read(
      rows.logLevel,
      (value) => logLevels.find((level) => level === value),
      rows.logLevel.default,
    ),
    role: read(rows.role, (value) => (value === 'daemon' ? value : undefined), rows.role.default),
    agentCommands: Object.freeze(readAgentCommands(env, problems)),
  })
  if (config.home === '') problems.push('FAIRLEAD_HOME is not set, and HOME names no directory to put it in.')
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config, warnings: unknownNames(env) }
}

/** `1`, `true` and `yes` are on, `0`, `false` and `no` are off; undefined for anything else. */
export function parseSwitch(value: string): boolean | undefined {
  if (['1', 'true', 'yes'].includes(value)) return true
  return ['0', 'false', 'no'].includes(value) ? false : undefined
}

/** The table in Markdown, for documentation. */
export function describeConfig(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const body = configRows.map((row) => {
    const assumed = row.default === null ? 'none' : `\`${row.default}\``
    return line([`\`${row.name}\``, row.type, assumed, row.what, `\`${row.example}\``])
  })
  return [
    line(['name', 'value', 'default', 'what it is', 'example']),
    '| --- | --- | --- | --- | --- |',
    ...body,
  ].join('\n')
}

function complaint(row: ConfigRow, name: string, value: string): string {
  const given = row.secret ? '' : `, not ${JSON.stringify(value)}`
  return `${name} must be ${row.type}${given}. Example: ${name}=${quoted(row.example)}`
}

const quoted = (value: string): string => (value.includes(' ') ? `"${value}"` : value)

function defaultHome(env: Environment): string {
  const home = env.HOME ?? ''
  return isAbsolute(home) ? join(home, '.fairlead') : ''
}

function parsePort(value: string): number | undefined {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : -1
  return port >= 0 && port <= 65_535 ? port : undefined
}

const LOOPBACK_V4 = /^127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || LOOPBACK_V4.test(host)

const AGENT_PREFIX = 'FAIRLEAD_AGENT_'

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

function unknownNames(env: Environment): string[] {
  const known = configRows.filter((row) => !row.name.includes('<')).map((row) => row.name)
  known.push(...agentIds.map((id) => AGENT_PREFIX + id.toUpperCase()))
  const unknown = Object.keys(env).filter((name) => name.startsWith('FAIRLEAD_') && !known.includes(name))
  return unknown.sort().map((name) => {
    const near = known.find((candidate) => isNear(name, candidate))
    return `${name} is not a setting${near === undefined ? '' : `; did you mean ${near}?`}`
  })
}

/** At most two characters added, dropped or changed. */
function isNear(name: string, candidate: string): boolean {
  let above = Array.from({ length: candidate.length + 1 }, (_, column) => column)
  for (let row = 1; row <= name.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= candidate.length; column += 1) {
      const changed = name[row - 1] === candidate[column - 1] ? 0 : 1
      const cost = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + changed,
      )
      current.push(cost)
    }
    above = current
  }
  return (above.at(-1) ?? 0) <= 2
}
