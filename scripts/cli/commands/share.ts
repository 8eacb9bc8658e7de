import type { Grant } from '../../../shared/wire/grant.ts'
import type { Scope } from '../../../shared/wire/identity.ts'
import type { Machine } from '../../../shared/wire/machine.ts'
import type { Args } from '../args.ts'
import { usageError } from '../cli-error.ts'
import { segment } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type Account, ask, signedIn } from '../remote/account.ts'
import { askFresh } from '../remote/ask-fresh.ts'
import { findMachine } from '../remote/find-machine.ts'
import { tableOf } from '../table.ts'

const USAGE = 'MACHINE [USER-ID [--may read,write,admin | --end] | --leave]'

/** What somebody types, and what it is on the wire. */
const WORDS: ReadonlyMap<string, Scope> = new Map([
  ['read', 'session:read'],
  ['write', 'session:write'],
  ['admin', 'machine:admin'],
])

export const share: Command = {
  name: 'share',
  summary: 'Say who else may use a machine of yours; leave one that was shared with you.',
  usage: USAGE,
  flags: {
    may: {
      kind: 'value',
      of: 'LIST',
      about: 'of read (see sessions), write (a shell as you), admin (set it up); default: read',
    },
    end: { kind: 'switch', about: 'take it away; what they have open is closed' },
    leave: { kind: 'switch', about: 'give up what was shared with you' },
  },
  positionals: { least: 1, most: 2 },
  async run(context, args) {
    const account = signedIn(context.home)
    const [name, user] = args.positionals
    const machine = await findMachine(context.home, account, name ?? '')
    const acts = [args.value('may') !== undefined, args.switch('end'), args.switch('leave')]
    const aboutSomebody = args.value('may') !== undefined || args.switch('end')
    const fits = args.switch('leave') ? user === undefined : !aboutSomebody || user !== undefined
    if (!fits || acts.filter(Boolean).length > 1) throw usageError(`usage: fairlead share ${USAGE}`)
    if (args.switch('leave')) return await leave(context, account, machine)
    if (user === undefined) return await list(context, account, machine)
    if (args.switch('end')) return await end(context, account, machine, user)
    return await give(context, account, machine, user, args)
  },
}

async function list({ home, output }: Context, account: Account, { id }: Machine): Promise<ExitCode> {
  const { grants } = await ask(home, account, (authority) =>
    authority.v1.machines({ machine: segment(id) }).grants.get(),
  )
  if (output.json) output.value(grants)
  else for (const line of tableOf(['NAME', 'ID', 'MAY', ''], grants.map(rowOf))) output.line(line)
  return exitCodes.ok
}

const rowOf = ({ name, user, scopes, owner, disabled }: Grant): string[] => [
  name,
  user,
  scopes.map(wordOf).join(','),
  owner ? 'owner' : disabled ? 'disabled' : '',
]

const wordOf = (scope: Scope): string => [...WORDS].find(([, known]) => known === scope)?.[0] ?? scope

async function give(
  context: Context,
  account: Account,
  { id, label }: Machine,
  user: string,
  args: Args,
): Promise<ExitCode> {
  const scopes = scopesOf(args.value('may') ?? 'read')
  const given = await askFresh(context, account, (authority) =>
    authority.v1
      .machines({ machine: segment(id) })
      .grants({ user: segment(user) })
      .put({ scopes }),
  )
  const { output } = context
  if (output.json) output.value(given)
  else output.line(`${given.name} may ${given.scopes.map(wordOf).join(', ')} on ${label}.`)
  return exitCodes.ok
}

function scopesOf(text: string): Scope[] {
  return text.split(',').map((word) => {
    const scope = WORDS.get(word.trim())
    if (scope === undefined) throw usageError(`--may takes ${[...WORDS.keys()].join(', ')}, not “${word}”`)
    return scope
  })
}

async function end(
  { home, output }: Context,
  account: Account,
  { id, label }: Machine,
  user: string,
): Promise<ExitCode> {
  const machine = segment(id)
  const { grants } = await ask(home, account, (authority) => authority.v1.machines({ machine }).grants.get())
  const before = grants.find((grant) => grant.user === user)
  const ended = await ask(home, account, (authority) =>
    authority.v1
      .machines({ machine })
      .grants({ user: segment(user) })
      .delete(),
  )
  if (output.json) output.value(ended)
  else {
    output.line(`${before?.name ?? user} can no longer reach ${label}; what they had open is closed.`)
    if (before?.scopes.some((scope) => scope !== 'session:read')) {
      output.line(
        `They had a shell there and may have read its keys: fairlead rekey on ${label} makes new ones.`,
      )
    }
  }
  return exitCodes.ok
}

async function leave({ home, output }: Context, account: Account, { id, label }: Machine): Promise<ExitCode> {
  const left = await ask(home, account, (authority) =>
    authority.v1.machines({ machine: segment(id) }).grant.delete(),
  )
  if (output.json) output.value(left)
  else output.line(`${label} is no longer in your list.`)
  return exitCodes.ok
}
