import { cleanLabel } from '../../../shared/untrusted.ts'
import { type System, SystemKind } from '../../../shared/wire/preset.ts'
import type { Args } from '../args.ts'
import { askLine } from '../ask-line.ts'
import { usageError } from '../cli-error.ts'
import { segment, unwrap } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { named } from '../named.ts'
import type { Output } from '../output.ts'
import { tableOf } from '../table.ts'

const USAGE =
  '[add NAME --kind K [--url URL] [--model M]… | change SYSTEM … | key SYSTEM [--remove] | remove SYSTEM]'

const kinds = SystemKind.anyOf.map((kind) => kind.const)

export const systems: Command = {
  name: 'systems',
  summary: 'List where a machine’s agents have their models; add, change or remove one, or give it its key.',
  usage: USAGE,
  flags: {
    kind: { kind: 'value', of: 'K', choices: kinds, about: 'what it is' },
    name: { kind: 'value', of: 'NAME', about: 'another name' },
    url: { kind: 'value', of: 'URL', about: 'its address, where that is not the vendor’s own' },
    model: { kind: 'list', of: 'M', about: 'a model it is used for; may be repeated' },
    remove: { kind: 'switch', about: 'with key: forget it' },
  },
  positionals: { least: 0, most: 2 },
  async run(context, args) {
    const { daemon, output } = context
    const [act, name] = args.positionals
    const { systems: all } = daemon.v1
    if (act === undefined) return print(output, await unwrap(all.get()))
    if (name === undefined) throw usageError(`usage: fairlead systems ${USAGE}`)
    if (act === 'add') return print(output, await unwrap(all.post(newSystem(name, args))))
    if (act !== 'change' && act !== 'key' && act !== 'remove')
      throw usageError(`systems does not know “${act}”`)
    const system = named('system', await unwrap(all.get()), name)
    if (act === 'key') return await key(context, system, args.switch('remove'))
    const at = all({ system: segment(system.id) })
    if (act === 'change') return print(output, await unwrap(at.patch(changeOf(args))))
    const gone = await unwrap(at.delete())
    if (output.json) output.value(gone)
    else output.line(`${cleanLabel(system.name)} is removed, and its key with it.`)
    return exitCodes.ok
  },
}

function newSystem(name: string, args: Args) {
  const kind = kinds.find((one) => one === args.value('kind'))
  if (!kind) throw usageError(`--kind is needed: ${kinds.join(', ')}`)
  const baseUrl = args.value('url')
  const models = args.list('model')
  return {
    name: args.value('name') ?? name,
    kind,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(models.length === 0 ? {} : { models }),
  }
}

/** An empty value takes one away. What a system is does not change. */
function changeOf(args: Args) {
  if (args.value('kind') !== undefined) throw usageError('what a system is does not change: add another one')
  const name = args.value('name')
  const baseUrl = args.value('url')
  const models = args.list('model')
  if (name === undefined && baseUrl === undefined && models.length === 0)
    throw usageError('what changes? give --name, --url or --model')
  return {
    ...(name === undefined ? {} : { name }),
    ...(baseUrl === undefined ? {} : { baseUrl: baseUrl === '' ? null : baseUrl }),
    ...(models.length === 0 ? {} : { models: models.join('') === '' ? null : models }),
  }
}

async function key(context: Context, { id }: System, remove: boolean): Promise<ExitCode> {
  const at = context.daemon.v1.systems({ system: segment(id) }).key
  const now = remove
    ? await unwrap(at.delete())
    : await unwrap(at.put({ secret: await askLine(context, 'Key', 'secret') }))
  return print(context.output, now)
}

function print(output: Output, shown: System | readonly System[]): ExitCode {
  if (output.json) output.value(shown)
  else {
    const rows = [shown]
      .flat()
      .map((system) => [
        system.id,
        cleanLabel(system.name),
        system.kind,
        system.keySetAt === null ? 'none' : `set ${new Date(system.keySetAt).toISOString().slice(0, 16)}`,
        cleanLabel(system.baseUrl ?? ''),
        cleanLabel((system.models ?? []).join(' ')),
      ])
    for (const line of tableOf(['SYSTEM', 'NAME', 'KIND', 'KEY', 'ADDRESS', 'MODELS'], rows))
      output.line(line)
  }
  return exitCodes.ok
}
