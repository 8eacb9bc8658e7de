/** What `new`, `run` and `prompt` have in common: the text, from the arguments or from a pipe, and where to work. */
import { resolve } from 'node:path'
import type { Args, FlagTable } from './args.ts'
import { usageError } from './cli-error.ts'
import { unwrap } from './client.ts'
import type { Context } from './command.ts'
import { named } from './named.ts'

export const startFlags: FlagTable = {
  agent: { kind: 'value', of: 'A', about: 'the agent to start (fairlead agents lists them)' },
  preset: { kind: 'value', of: 'P', about: 'a preset to start with, instead of --agent' },
  cwd: { kind: 'value', of: 'DIR', about: 'where it works (default: here)' },
  nickname: { kind: 'value', of: 'NAME', about: 'what to call it' },
  title: { kind: 'value', of: 'TITLE', about: 'its title' },
  mcp: { kind: 'list', of: 'NAME=URL', about: 'an MCP server over HTTP that it is given; may be repeated' },
}

/** Words typed as arguments are one text; a single `-` is stdin. Undefined when there is none. */
export async function textOf(context: Context, words: readonly string[]): Promise<string | undefined> {
  if (words.length === 0) return undefined
  if (words.length === 1 && words[0] === '-') return (await context.keyboard.readAll()).replace(/\n$/, '')
  return words.join(' ')
}

export async function newSessionOf(context: Context, args: Args) {
  const start = await startOf(context, args)
  const nickname = args.value('nickname')
  const title = args.value('title')
  const mcpServers = args.list('mcp').map(mcpServerOf)
  return {
    ...start,
    cwd: directoryOf(context, args.value('cwd')),
    ...(nickname === undefined ? {} : { nickname }),
    ...(title === undefined ? {} : { title }),
    ...(mcpServers.length === 0 ? {} : { mcpServers }),
  }
}

async function startOf({ daemon }: Context, args: Args): Promise<{ agent: string; preset?: string }> {
  const agent = args.value('agent')
  const given = args.value('preset')
  if (given !== undefined) {
    const preset = named('preset', await unwrap(daemon.v1.presets.get()), given)
    return { agent: agent ?? preset.agent, preset: preset.id }
  }
  if (!agent) throw usageError('--agent or --preset is needed; fairlead agents and presets list them')
  return { agent }
}

/** Whether name and address may be had is for the daemon to say. */
export function mcpServerOf(text: string): { name: string; url: string } {
  const [, name, url] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (name === undefined || url === undefined) throw usageError(`--mcp is NAME=URL, not ${text}`)
  return { name, url }
}

/** Here and there are different directories: on a machine elsewhere it is named, whole. */
export function directoryOf({ cwd, machine }: Context, given: string | undefined): string {
  if (machine === null) return resolve(cwd, given ?? '.')
  if (given?.startsWith('/')) return given
  throw usageError('on another machine --cwd is needed, as an absolute path')
}
