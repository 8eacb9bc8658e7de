import type { AdminVerb } from '../admin/act.ts'
import { authorityVerbs } from '../admin/authority.ts'
import { machineVerbs } from '../admin/machines.ts'
import { recordVerbs } from '../admin/records.ts'
import { settingVerbs } from '../admin/settings.ts'
import { userVerbs } from '../admin/users.ts'
import { usageError } from '../cli-error.ts'
import { type Command, type Context, MANY } from '../command.ts'
import type { ExitCode } from '../exit-codes.ts'
import { accountFile, signedIn } from '../remote/account.ts'

const verbs: Readonly<Record<string, AdminVerb>> = {
  ...userVerbs,
  ...machineVerbs,
  ...settingVerbs,
  ...authorityVerbs,
  ...recordVerbs,
}

const ON_HOST = ['reset NAME', 'setup-link']

export const admin: Command = {
  name: 'admin',
  summary:
    'Run an authority: people, machines, settings, keys, mail, records; and, on its own host, a way back in.',
  usage: `VERB …, where VERB is one of:\n${[...Object.values(verbs).map(({ usage }) => usage), ...ON_HOST]
    .map((usage) => `  ${usage}`)
    .join('\n')}`,
  flags: {
    email: { kind: 'value', of: 'ADDRESS', about: 'where the invitation goes' },
    'as-admin': { kind: 'switch', about: 'whoever is invited runs the authority too' },
    limit: { kind: 'value', of: 'N', about: 'rows of a record, at most 200' },
    before: { kind: 'value', of: 'ID', about: 'the rows of a record before this one' },
    yes: { kind: 'switch', about: 'do not ask before something that cannot be undone' },
  },
  positionals: { least: 1, most: MANY },
  async run(context, args) {
    const [verb = '', ...words] = args.positionals
    const here = await onThisHost(context, verb, words)
    if (here !== null) return here
    const known = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
    if (!known) throw usageError(`admin does not know “${verb}”; fairlead help admin lists what it does`)
    const { least, most } = known.words
    if (words.length < least || words.length > most) throw usageError(`usage: fairlead admin ${known.usage}`)
    return await known.run(context, signedIn(context.home), words, args)
  },
}

/** Null: it is asked of an authority by somebody who is signed in there. */
async function onThisHost(context: Context, verb: string, words: string[]): Promise<ExitCode | null> {
  const [name] = words
  const isUsers = verb === 'users' && words.length === 0 && accountFile(context.home).read() === null
  if (verb !== 'reset' && verb !== 'setup-link' && !isUsers) return null
  if (words.length !== (verb === 'reset' ? 1 : 0))
    throw usageError(`usage: fairlead admin ${verb === 'reset' ? 'reset NAME' : verb}`)
  const { onHost } = await import('../admin/host.ts')
  if (verb === 'reset') return await onHost(context, { act: 'reset', name: name ?? '' })
  return await onHost(context, { act: isUsers ? 'users' : 'setup-link' })
}
