/**
 * Operators' settings: environment variables only, one table a part, read once at start. An empty value counts as not
 * set, because that is what compose files and unit files leave behind.
 */
export interface Setting {
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

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads settings and gathers what is wrong with them: every problem is reported, not only the first. */
export interface SettingReader {
  /** The value through `parse`, which answers undefined to what it does not take. */
  read<T>(setting: Setting, parse: (value: string) => T | undefined, fallback: T): T
  /** Sentences for an operator. */
  readonly problems: string[]
}

export function settingReader(env: Environment): SettingReader {
  const problems: string[] = []
  return {
    problems,
    read(setting, parse, fallback) {
      const value = env[setting.name] ?? ''
      if (value === '') return fallback
      const parsed = parse(value)
      if (parsed === undefined) problems.push(complaint(setting, setting.name, value))
      return parsed ?? fallback
    },
  }
}

/** What is wrong with `value`, the value's shape, and an example; a secret is not repeated. */
export function complaint(setting: Setting, name: string, value: string): string {
  const given = setting.secret ? '' : `, not ${JSON.stringify(value)}`
  return `${name} must be ${setting.type}${given}. Example: ${name}=${quoted(setting.example)}`
}

const quoted = (value: string): string => (value.includes(' ') ? `"${value}"` : value)

/** The table in Markdown, for documentation. */
export function describeSettings(settings: readonly Setting[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const body = settings.map((setting) => {
    const assumed = setting.default === null ? 'none' : `\`${setting.default}\``
    return line([`\`${setting.name}\``, setting.type, assumed, setting.what, `\`${setting.example}\``])
  })
  return [
    line(['name', 'value', 'default', 'what it is', 'example']),
    '| --- | --- | --- | --- | --- |',
    ...body,
  ].join('\n')
}
