import type { FunctionComponent } from 'preact'
import type { User } from '../../shared/wire/identity.ts'
import type { MessageKey } from '../locale/t.ts'
import { AboutPart } from './about-part.tsx'
import { AccountPart } from './account-part.tsx'
import { DevicesPart } from './devices-part.tsx'
import { EmailPart } from './email-part.tsx'
import { KeysPart } from './keys-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { SignInsPart } from './sign-ins-part.tsx'
import { ThemeChoice } from './theme-choice.tsx'

export interface SettingsSection {
  /** In the address. */
  id: string
  title: PlainKey
  detail: PlainKey
  Part: FunctionComponent<{ user: User }>
}

/** Keys of words without parameters. */
type PlainKey = Extract<MessageKey, `${string}.${'title' | 'detail'}` | `settings.${string}`>

/** In the order in which they are looked for. */
export const sections = [
  { id: 'account', title: 'settings.account', detail: 'settings.account_detail', Part: AccountPart },
  { id: 'password', title: 'password.title', detail: 'password.detail', Part: PasswordPart },
  { id: 'email', title: 'email.title', detail: 'email.detail', Part: EmailPart },
  { id: 'sign-ins', title: 'sign_ins.title', detail: 'sign_ins.detail', Part: SignInsPart },
  { id: 'devices', title: 'devices.title', detail: 'devices.detail', Part: DevicesPart },
  { id: 'keys', title: 'keys.title', detail: 'keys.detail', Part: KeysPart },
  { id: 'appearance', title: 'settings.theme', detail: 'settings.theme_detail', Part: ThemeChoice },
  { id: 'about', title: 'settings.about', detail: 'settings.about_detail', Part: AboutPart },
] as const satisfies readonly SettingsSection[]
