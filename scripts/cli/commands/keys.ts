import { API_KEY_SCOPES, type ApiKey, type ApiKeyScope } from '../../../shared/wire/account.ts'
import type { Args } from '../args.ts'
import { CliError, usageError } from '../cli-error.ts'
import { segment } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type Account, ask, signedIn } from '../remote/account.ts'
import { askFresh } from '../remote/ask-fresh.ts'
import { tableOf } from '../table.ts'

const USAGE = '[new NAME [--scopes read,machines,circuits] | revoke ID]'

export const keys: Command = {
  name: 'keys',
  summary: 'List the keys that scripts use as you; make one, or revoke one.',
  usage: USAGE,
  flags: {
    scopes: {
      kind: 'value',
      of: 'LIST',
      about: `of ${API_KEY_SCOPES.join(', ')}; circuits reaches machines as this device, and reads (default: read)`,
    },
  },
  positionals: { least: 0, most: 2 },
  async run(context, args) {
    const account = signedIn(context.home)
    const [act, what] = args.positionals
    if (act === undefined) return await list(context, account)
    if (act === 'new' && what !== undefined) return await make(context, account, what, args)
    if (act === 'revoke' && what !== undefined) return await revoke(context, account, what)
    throw usageError(`usage: fairlead keys ${USAGE}`)
  },
}

async function list({ home, output }: Context, account: Account): Promise<ExitCode> {
  const { keys: all } = await ask(home, account, (authority) => authority.v1.keys.get())
  if (output.json) output.value(all)
  else
    for (const line of tableOf(['ID', 'NAME', 'SCOPES', 'MADE', 'LAST USED'], all.map(rowOf)))
      output.line(line)
  return exitCodes.ok
}

const rowOf = ({ id, name, scopes, createdAt, usedAt }: ApiKey): string[] => [
  id,
  name,
  scopes.join(','),
  new Date(createdAt).toISOString(),
  usedAt === null ? 'never' : new Date(usedAt).toISOString(),
]

/** The secret alone is on stdout, so that a script can take it from there. */
async function make(context: Context, account: Account, name: string, args: Args): Promise<ExitCode> {
  const scopes = scopesOf(args.value('scopes') ?? 'read')
  const { device } = account
  if (scopes.includes('circuits') && device === null) {
    throw new CliError(
      'device_not_found',
      'This home has no device, so that a key of it could reach no machine.',
    )
  }
  const body = { name, scopes, ...(device !== null && scopes.includes('circuits') ? { device } : {}) }
  const made = await askFresh(context, account, (authority) => authority.v1.keys.post(body))
  const { output } = context
  if (output.json) output.value(made)
  else {
    output.note(`Key “${made.key.name}” (${made.key.id}); it is shown this once:`)
    output.line(made.secret)
  }
  return exitCodes.ok
}

function scopesOf(text: string): ApiKeyScope[] {
  const words = text.split(',').map((word) => word.trim())
  const unknown = words.find((word) => !API_KEY_SCOPES.some((scope) => scope === word))
  if (unknown !== undefined)
    throw usageError(`a scope is one of ${API_KEY_SCOPES.join(', ')}, not “${unknown}”`)
  // Who reaches a machine finds it by its name first.
  return API_KEY_SCOPES.filter(
    (scope) => words.includes(scope) || (scope === 'read' && words.includes('circuits')),
  )
}

async function revoke({ home, output }: Context, account: Account, id: string): Promise<ExitCode> {
  const gone = await ask(home, account, (authority) => authority.v1.keys({ key: segment(id) }).delete())
  if (output.json) output.value(gone)
  else output.line('Revoked; what it had open is closed.')
  return exitCodes.ok
}
