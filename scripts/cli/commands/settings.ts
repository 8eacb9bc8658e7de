import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import type { MachineSettings, MachineSettingsChange } from '../../../shared/wire/settings.ts'
import { usageError } from '../cli-error.ts'
import { unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { tableOf } from '../table.ts'

/** How one setting is named, read and written here. */
interface Setting {
  is: string
  about: string
  show(settings: MachineSettings): string
  /** Undefined: the words are no value of it. */
  read(words: string): MachineSettingsChange | undefined
}

const settingTable: Readonly<Record<string, Setting>> = {
  'park-after': {
    is: '5m … 24h, or never',
    about: 'an agent that is idle so long is shut down, and resumed where it was',
    show: ({ parkAfterMs }) => showDuration(parkAfterMs),
    read: (words) => given(readDuration(words), (parkAfterMs) => ({ parkAfterMs })),
  },
  'permission-timeout': {
    is: '1m … 168h, or never',
    about: 'a permission that nobody answered ends by itself',
    show: ({ permissionTimeoutMs }) => showDuration(permissionTimeoutMs),
    read: (words) => given(readDuration(words), (permissionTimeoutMs) => ({ permissionTimeoutMs })),
  },
  'ask-questions': {
    is: 'on or off',
    about: 'agents may ask questions by forms',
    show: ({ askQuestions }) => showSwitch(askQuestions),
    read: (words) => given(readSwitch(words), (askQuestions) => ({ askQuestions })),
  },
  'bring-back': {
    is: 'on or off',
    about: 'sessions that the daemon interrupted come back by themselves',
    show: ({ bringBack }) => showSwitch(bringBack),
    read: (words) => given(readSwitch(words), (bringBack) => ({ bringBack })),
  },
  'max-live': {
    is: '1 … 64',
    about: 'agents alive at once',
    show: ({ maxLiveSessions }) => String(maxLiveSessions),
    read: (words) => given(readCount(words), (maxLiveSessions) => ({ maxLiveSessions })),
  },
  'max-turns': {
    is: '1 … 64',
    about: 'sessions in a turn at once',
    show: ({ maxActiveTurns }) => String(maxActiveTurns),
    read: (words) => given(readCount(words), (maxActiveTurns) => ({ maxActiveTurns })),
  },
}

export const settings: Command = {
  name: 'settings',
  summary: 'Show what is set for a machine, or change it.',
  usage: '[NAME=VALUE ...]',
  flags: {},
  positionals: { least: 0, most: Object.keys(settingTable).length },
  async run({ daemon, output }, args) {
    const change = Object.assign({}, ...args.positionals.map(readChange))
    const now = await unwrap(
      args.positionals.length === 0 ? daemon.v1.settings.get() : daemon.v1.settings.patch(change),
    )
    if (output.json) output.value(now)
    else {
      const rows = Object.entries(settingTable).map(([name, { show, about }]) => [name, show(now), about])
      for (const line of tableOf(['NAME', 'VALUE', 'MEANS'], rows)) output.line(line)
    }
    return exitCodes.ok
  },
}

function readChange(words: string): MachineSettingsChange {
  const at = words.indexOf('=')
  const name = at < 0 ? words : words.slice(0, at)
  const setting = Object.hasOwn(settingTable, name) ? settingTable[name] : undefined
  if (!setting) throw usageError(`there is no setting ${name}: ${Object.keys(settingTable).join(', ')}`)
  const read = at < 0 ? undefined : setting.read(words.slice(at + 1))
  if (!read) throw usageError(`${name} is ${setting.is}: ${name}=VALUE`)
  return read
}

const given = <T>(
  value: T | undefined,
  change: (value: T) => MachineSettingsChange,
): MachineSettingsChange | undefined => (value === undefined ? undefined : change(value))

const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS }

function readDuration(words: string): number | null | undefined {
  if (words === 'never') return null
  const [, count, unit = ''] = /^(\d{1,4})([mh])$/.exec(words) ?? []
  return count === undefined ? undefined : Number(count) * (UNITS[unit] ?? 0)
}

function showDuration(ms: number | null): string {
  if (ms === null) return 'never'
  return ms % HOUR_MS === 0 ? `${ms / HOUR_MS}h` : `${Math.round(ms / MINUTE_MS)}m`
}

const SWITCH: Readonly<Record<string, boolean>> = { on: true, off: false }
const readSwitch = (words: string): boolean | undefined =>
  Object.hasOwn(SWITCH, words) ? SWITCH[words] : undefined
const showSwitch = (on: boolean): string => (on ? 'on' : 'off')

const readCount = (words: string): number | undefined => (/^\d{1,3}$/.test(words) ? Number(words) : undefined)
