/**
 * What an agent's own settings on this machine run without asking a person: then no permission ever reaches us. Only a
 * person's own files are looked at; a workspace may have more. Read with bounds, and silent about what it cannot read.
 */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fromUtf8 } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/time.ts'
import { within } from '../../shared/within.ts'
import { at, isFields, listOf, textOf } from '../acp/json.ts'
import type { DaemonLimits } from '../limits.ts'

export interface OwnSettingsDeps {
  clock: Clock
  limits: Pick<DaemonLimits, 'agentSettingsBytes' | 'fileCallMs'>
}

type Env = Readonly<Record<string, string>>

/** Sentences. `env`: what the agent is started with. */
export async function ownSettingsWarnings(agent: string, env: Env, deps: OwnSettingsDeps): Promise<string[]> {
  const home = env.HOME ?? ''
  const read = (path: string, parse: (text: string) => unknown) => readSettings(path, parse, deps)
  switch (agent) {
    case 'claude': {
      const folder = env.CLAUDE_CONFIG_DIR || join(home, '.claude')
      return claudeWarnings(await read(join(folder, 'settings.json'), JSON.parse))
    }
    case 'codex':
    case 'zcodex': {
      const folder = env.CODEX_HOME || join(home, '.codex')
      return codexWarnings(await read(join(folder, 'config.toml'), Bun.TOML.parse))
    }
    case 'opencode': {
      const folder = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode')
      const json = await read(join(folder, 'opencode.json'), JSON.parse)
      return opencodeWarnings(json ?? (await read(join(folder, 'opencode.jsonc'), Bun.JSONC.parse)))
    }
    default:
      return []
  }
}

function claudeWarnings(settings: unknown): string[] {
  const warnings: string[] = []
  const rules = listOf(at(settings, 'permissions', 'allow')).flatMap((rule) => textOf(rule) ?? [])
  const wide = ['Bash', 'Edit', 'Write'].filter((tool) => rules.some((rule) => isWide(rule, tool)))
  if (wide.length > 0) warnings.push(`Its own settings allow every ${wide.join(', ')} without asking.`)
  const narrow = rules.filter((rule) => rule.startsWith('Bash(') && !isWide(rule, 'Bash')).length
  if (narrow > 0) warnings.push(`Its own settings allow some commands without asking (${narrow} rules).`)
  if (at(settings, 'permissions', 'defaultMode') === 'bypassPermissions')
    warnings.push('Its own settings start it in a mode that asks for nothing.')
  return warnings
}

/** `Bash`, `Bash(*)`, `Bash(:*)`, and `*` for every tool. */
const isWide = (rule: string, tool: string): boolean =>
  [tool, `${tool}(*)`, `${tool}(**)`, `${tool}(:*)`, '*'].includes(rule.trim())

function codexWarnings(config: unknown): string[] {
  const warnings: string[] = []
  const policy = at(config, 'approval_policy')
  if (policy === 'never')
    warnings.push('Its own settings never ask before a command (approval_policy = "never").')
  if (policy === 'on-failure')
    warnings.push('Its own settings ask only after a command failed (approval_policy = "on-failure").')
  if (at(config, 'sandbox_mode') === 'danger-full-access')
    warnings.push('Its own settings run commands without a sandbox (sandbox_mode = "danger-full-access").')
  return warnings
}

/** It allows what its settings do not say to ask for. */
function opencodeWarnings(config: unknown): string[] {
  const permission = at(config, 'permission')
  const asks = (tool: string): boolean => {
    const rule = isFields(permission) ? (at(permission, tool) ?? at(permission, '*')) : permission
    return isFields(rule)
      ? at(rule, '*') === 'ask' || at(rule, '*') === 'deny'
      : rule === 'ask' || rule === 'deny'
  }
  const unasked = [...(asks('bash') ? [] : ['commands']), ...(asks('edit') ? [] : ['edits of files'])]
  return unasked.length > 0 ? [`Its own settings allow ${unasked.join(' and ')} without asking.`] : []
}

/** Undefined: not there, too long, not in time, or not in its language. */
async function readSettings(
  path: string,
  parse: (text: string) => unknown,
  { clock, limits }: OwnSettingsDeps,
): Promise<unknown> {
  const text = await within(clock, limits.fileCallMs, headOf(path, limits.agentSettingsBytes))
  if (text === null) return undefined
  try {
    return parse(text)
  } catch {
    return undefined // the agent's parser may be more forgiving; nothing is said of what we cannot read
  }
}

/** Null: no regular file that is ours to read, or one over the bound. */
async function headOf(path: string, bytes: number): Promise<string | null> {
  try {
    await using file = await open(path, 'r')
    const stat = await file.stat()
    if (!stat.isFile() || stat.size > bytes) return null
    const buffer = new Uint8Array(stat.size)
    const { bytesRead } = await file.read(buffer, 0, stat.size, 0)
    return fromUtf8(buffer.subarray(0, bytesRead))
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null // not there, not ours
    throw error
  }
}
