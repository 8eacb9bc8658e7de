import type { Setting, SettingsChange } from '../../../shared/wire/admin.ts'
import { askLine } from '../ask-line.ts'
import { CliError, usageError } from '../cli-error.ts'
import type { Context } from '../command.ts'
import { MANY } from '../command.ts'
import { ask } from '../remote/account.ts'
import { askFresh } from '../remote/ask-fresh.ts'
import { tableOf } from '../table.ts'
import { type AdminVerb, say } from './act.ts'

/** `NAME=VALUE` sets, `NAME=` goes back to the default, and a secret is named alone: its value is asked for. */
export const settingVerbs: Readonly<Record<string, AdminVerb>> = {
  settings: {
    usage: 'settings [NAME=VALUE | NAME= | SECRET]…',
    words: { least: 0, most: MANY },
    async run(context, account, words) {
      const { settings } = await ask(context.home, account, (authority) => authority.v1.admin.settings.get())
      if (words.length === 0) return say(context, settings, linesOf(settings))
      const change = await changeOf(context, settings, words)
      const changed = await askFresh(context, account, (authority) =>
        authority.v1.admin.settings.patch(change),
      )
      return say(context, changed.settings, linesOf(changed.settings))
    },
  },
}

const linesOf = (settings: readonly Setting[]): string[] =>
  tableOf(['SETTING', 'VALUE', 'FROM', 'TAKES'], settings.map(rowOf))

const rowOf = ({ name, value, isSet, from, variable, type }: Setting): string[] => [
  name,
  value ?? (isSet ? '(set)' : ''),
  from === 'environment' ? variable : from,
  type,
]

async function changeOf(
  context: Context,
  settings: readonly Setting[],
  words: readonly string[],
): Promise<SettingsChange> {
  const change: SettingsChange = {}
  for (const word of words) {
    const [name = '', ...rest] = word.split('=')
    const setting = settings.find((one) => one.name === name)
    if (!setting) throw new CliError('setting_unknown', `There is no setting ${name}.`)
    change[name] = await chosenValue(context, setting, rest.length === 0 ? null : rest.join('='))
  }
  return change
}

/** What stands in the arguments is in the shell’s history and in the list of processes. */
async function chosenValue(context: Context, setting: Setting, given: string | null): Promise<string | null> {
  if (given === '') return null
  if (!setting.secret && given !== null) return given
  if (!setting.secret) throw usageError(`say ${setting.name}=VALUE`)
  if (given === null) return await askLine(context, `${setting.name}`, 'secret')
  throw usageError(`${setting.name} is a secret: name it alone, and it is asked for`)
}
