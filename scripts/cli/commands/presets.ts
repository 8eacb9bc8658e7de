import { cleanLabel } from '../../../shared/untrusted.ts'
import type { Preset } from '../../../shared/wire/preset.ts'
import type { Args } from '../args.ts'
import { usageError } from '../cli-error.ts'
import { type Daemon, segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { named } from '../named.ts'
import type { Output } from '../output.ts'
import { tableOf } from '../table.ts'

const USAGE =
  '[add NAME --agent A [--system S] [--model M] [--effort E] | change PRESET [--name N] … | remove PRESET]'

export const presets: Command = {
  name: 'presets',
  summary:
    'List the presets of a machine: an agent with its system, model and effort; add, change or remove one.',
  usage: USAGE,
  flags: {
    name: { kind: 'value', of: 'NAME', about: 'another name' },
    agent: { kind: 'value', of: 'A', about: 'the agent (fairlead agents lists them)' },
    system: { kind: 'value', of: 'S', about: 'where its models are had (default: the agent’s own account)' },
    model: { kind: 'value', of: 'M', about: 'the model, by the agent’s own id' },
    effort: { kind: 'value', of: 'E', about: 'the effort, by the agent’s own id' },
    icon: { kind: 'value', of: 'ICON', about: 'a character or two before its name' },
  },
  positionals: { least: 0, most: 2 },
  async run({ daemon, output }, args) {
    const [act, name] = args.positionals
    const { presets: all } = daemon.v1
    if (act === undefined) print(output, await unwrap(all.get()))
    else if (name === undefined) throw usageError(`usage: fairlead presets ${USAGE}`)
    else if (act === 'add') print(output, await unwrap(all.post(await newPreset(daemon, name, args))))
    else if (act === 'change') {
      const { id } = named('preset', await unwrap(all.get()), name)
      print(output, await unwrap(all({ preset: segment(id) }).patch(await changeOf(daemon, args))))
    } else if (act === 'remove') {
      const found = named('preset', await unwrap(all.get()), name)
      const gone = await unwrap(all({ preset: segment(found.id) }).delete())
      if (output.json) output.value(gone)
      else output.line(`${cleanLabel(found.name)} is removed; its sessions go on as the bare agent.`)
    } else throw usageError(`presets does not know “${act}”`)
    return exitCodes.ok
  },
}

async function newPreset(daemon: Daemon, name: string, args: Args) {
  const agent = args.value('agent')
  if (!agent) throw usageError('--agent is needed; fairlead agents lists them')
  const wanted: {
    name: string
    agent: string
    system?: string
    model?: string
    effort?: string
    icon?: string
  } = { name: args.value('name') ?? name, agent }
  const system = args.value('system')
  if (system !== undefined) wanted.system = await systemId(daemon, system)
  for (const field of ['model', 'effort', 'icon'] as const) {
    const value = args.value(field)
    if (value !== undefined) wanted[field] = value
  }
  return wanted
}

/** An empty value takes one away. */
async function changeOf(daemon: Daemon, args: Args) {
  const change: Partial<Record<'name' | 'agent', string>> &
    Partial<Record<'system' | 'model' | 'effort' | 'icon', string | null>> = {}
  for (const field of ['name', 'agent'] as const) {
    const value = args.value(field)
    if (value !== undefined) change[field] = value
  }
  for (const field of ['system', 'model', 'effort', 'icon'] as const) {
    const value = args.value(field)
    if (value === undefined) continue
    if (value === '') change[field] = null
    else change[field] = field === 'system' ? await systemId(daemon, value) : value
  }
  if (Object.keys(change).length === 0)
    throw usageError('what changes? give --name, --agent, --system, --model, --effort or --icon')
  return change
}

const systemId = async (daemon: Daemon, given: string): Promise<string> =>
  named('system', await unwrap(daemon.v1.systems.get()), given).id

function print(output: Output, shown: Preset | readonly Preset[]): void {
  if (output.json) return output.value(shown)
  const rows = [shown]
    .flat()
    .map((preset) => [
      preset.id,
      cleanLabel(preset.icon === undefined ? preset.name : `${preset.icon} ${preset.name}`),
      cleanLabel(preset.agent),
      cleanLabel(preset.system ?? ''),
      cleanLabel(preset.model ?? ''),
      cleanLabel(preset.effort ?? ''),
    ])
  for (const line of tableOf(['PRESET', 'NAME', 'AGENT', 'SYSTEM', 'MODEL', 'EFFORT'], rows))
    output.line(line)
}
