import { cleanLabel } from '../../../shared/untrusted.ts'
import { CliError, usageError } from '../cli-error.ts'
import { type Daemon, unwrap } from '../client.ts'
import { type Command, MANY } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { tableOf } from '../table.ts'

const USAGE = '[add ID… | remove ID… | set ID…]'

export const strip: Command = {
  name: 'strip',
  summary:
    'Show the presets and agents that are kept at hand, in their order; add, remove, or set all of them.',
  usage: USAGE,
  flags: {},
  positionals: { least: 0, most: MANY },
  async run({ daemon, output }, args) {
    const [act, ...ids] = args.positionals
    const known = await startables(daemon)
    let { ids: now } = await unwrap(daemon.v1.strip.get())
    if (act !== undefined) {
      if (ids.length === 0 && act !== 'set') throw usageError(`usage: fairlead strip ${USAGE}`)
      // Before anybody chose, all that can be started is at hand.
      const before = now ?? [...known].flatMap(([id, { here }]) => (here ? [id] : []))
      const wanted = { ids: changed(act, before, ids, known) }
      now = (await unwrap(daemon.v1.strip.put(wanted))).ids
    }
    if (output.json) output.value({ ids: now })
    else if (now === null) output.line('Nobody has chosen yet: everything that can be started is at hand.')
    else {
      const rows = now.map((id) => [cleanLabel(id), known.get(id)?.name ?? ''])
      for (const line of tableOf(['ID', 'NAME'], rows)) output.line(line)
    }
    return exitCodes.ok
  },
}

/** What can stand there. `here`: the agent's program was found. */
type Startables = ReadonlyMap<string, { name: string; here: boolean }>

async function startables({ v1 }: Daemon): Promise<Startables> {
  const [presets, agents] = await Promise.all([unwrap(v1.presets.get()), unwrap(v1.agents.get())])
  const found = new Set(agents.flatMap((agent) => (agent.found ? [agent.id] : [])))
  return new Map([
    ...presets.map(
      ({ id, name, agent }) => [id, { name: cleanLabel(name), here: found.has(agent) }] as const,
    ),
    ...agents.map(({ id, name }) => [id, { name: cleanLabel(name), here: found.has(id) }] as const),
  ])
}

function changed(
  act: string,
  before: readonly string[],
  ids: readonly string[],
  known: Startables,
): string[] {
  if (act === 'remove') {
    const missing = ids.find((id) => !before.includes(id))
    if (missing !== undefined) throw new CliError('not_found', `${missing} is not kept at hand`)
    return before.filter((id) => !ids.includes(id))
  }
  if (act !== 'add' && act !== 'set') throw usageError(`strip does not know “${act}”`)
  const stranger = ids.find((id) => !known.has(id))
  if (stranger !== undefined)
    throw new CliError('not_found', `there is no preset and no agent with the id ${stranger}`)
  return [...new Set(act === 'set' ? ids : [...before, ...ids])]
}
