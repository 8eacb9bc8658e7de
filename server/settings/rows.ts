/**
 * What whoever runs an authority may set while it runs. The environment stands over the database: what it sets cannot be
 * changed from a screen.
 */
import type { Setting } from '../../shared/config/setting.ts'
import { parsePort } from '../../shared/config/values.ts'

export interface SettingRow extends Setting {
  /** Whether a text is a value; one that is not is refused with `type` in words. */
  takes(value: string): boolean
  /** Whether a change of it moves where letters go. */
  movesMail: boolean
}

const DOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?)+$/
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|\[?[0-9a-f:]+\]?)$/i
/** An address, perhaps with a name before it; no line can be ended in it. */
const FROM = /^(?:[^<>\r\n"]{0,100}<[^\s<>@"]+@[^\s<>@"]+>|[^\s<>@"]+@[^\s<>@"]+)$/

const oneOf =
  (...words: readonly string[]) =>
  (value: string): boolean =>
    words.includes(value)

export const domainsIn = (value: string): string[] =>
  value
    .split(/[\s,]+/)
    .map((domain) => domain.toLowerCase())
    .filter((domain) => domain !== '')

export const settingRows = {
  registration: {
    name: 'FAIRLEAD_REGISTRATION',
    type: 'closed, invite or open',
    default: 'closed',
    secret: false,
    what: 'Who may make an account: nobody by themselves, the invited, or anybody with an e-mail address.',
    example: 'invite',
    takes: oneOf('closed', 'invite', 'open'),
    movesMail: false,
  },
  registration_domains: {
    name: 'FAIRLEAD_REGISTRATION_DOMAINS',
    type: 'domains, with a comma between two',
    default: null,
    secret: false,
    what: 'Where registration is open, the domains of the addresses that may; any when not set.',
    example: 'example.org,example.net',
    takes: (value) => domainsIn(value).length > 0 && domainsIn(value).every((domain) => DOMAIN.test(domain)),
    movesMail: false,
  },
  machine_limit: {
    name: 'FAIRLEAD_MACHINE_LIMIT',
    type: 'a whole number from 0 to 50',
    default: '50',
    secret: false,
    what: 'How many machines somebody may run who has no number of their own.',
    example: '10',
    takes: (value) => /^\d{1,2}$/.test(value) && Number(value) <= 50,
    movesMail: false,
  },
  smtp_host: {
    name: 'FAIRLEAD_SMTP_HOST',
    type: 'a host',
    default: null,
    secret: false,
    what: 'The mail host that letters are handed to; none are sent when not set.',
    example: 'smtp.example.org',
    takes: (value) => HOST.test(value),
    movesMail: true,
  },
  smtp_port: {
    name: 'FAIRLEAD_SMTP_PORT',
    type: 'a port from 1 to 65535',
    default: '587',
    secret: false,
    what: 'The port of the mail host.',
    example: '465',
    takes: (value) => (parsePort(value) ?? 0) > 0,
    movesMail: true,
  },
  smtp_user: {
    name: 'FAIRLEAD_SMTP_USER',
    type: 'a name without a line break',
    default: null,
    secret: false,
    what: 'Whom the mail host knows; nobody signs in there when not set.',
    example: 'fairlead',
    takes: (value) => /^[^\r\n]+$/.test(value),
    movesMail: true,
  },
  smtp_password: {
    name: 'FAIRLEAD_SMTP_PASSWORD',
    type: 'a password without a line break',
    default: null,
    secret: true,
    what: 'What the mail host is shown with the name.',
    example: 'a long one',
    takes: (value) => /^[^\r\n]+$/.test(value),
    movesMail: true,
  },
  smtp_from: {
    name: 'FAIRLEAD_SMTP_FROM',
    type: 'an address, perhaps as “Name <address>”',
    default: null,
    secret: false,
    what: 'Whom letters come from; none are sent when not set.',
    example: 'fairlead@example.org',
    takes: (value) => FROM.test(value),
    movesMail: false,
  },
  smtp_tls: {
    name: 'FAIRLEAD_SMTP_TLS',
    type: 'required, implicit or off',
    default: 'required',
    secret: false,
    what: 'STARTTLS or nothing, TLS from the first byte, or in plain, for a host beside this one.',
    example: 'implicit',
    takes: oneOf('required', 'implicit', 'off'),
    movesMail: true,
  },
} as const satisfies Record<string, SettingRow>

export type SettingName = keyof typeof settingRows
export const settingNames = Object.keys(settingRows).filter(isSettingName)

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingRows, name)
}

export const rowOf = (name: SettingName): SettingRow => settingRows[name]

/** What the environment decides. */
export type FixedSettings = Readonly<Partial<Record<SettingName, string>>>
