import type { FunctionComponent } from 'preact'
import type { MessageKey } from '../locale/t.ts'
import { MachinesSection } from './machines-section.tsx'
import { MailSection } from './mail-section.tsx'
import { OverviewSection } from './overview-section.tsx'
import { ProvisioningSection } from './provisioning-section.tsx'
import { RecordsSection } from './records-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { SigningSection } from './signing-section.tsx'
import { UsersSection } from './users-section.tsx'

interface AdminSection {
  /** Its part of the address. */
  id: string
  title: Extract<MessageKey, `admin.${string}`>
  detail: Extract<MessageKey, `admin.${string}_detail`>
  Part: FunctionComponent
}

/** In the order of how often they are needed. */
export const adminSections = [
  { id: 'overview', title: 'admin.overview', detail: 'admin.overview_detail', Part: OverviewSection },
  { id: 'users', title: 'admin.users', detail: 'admin.users_detail', Part: UsersSection },
  { id: 'machines', title: 'admin.machines', detail: 'admin.machines_detail', Part: MachinesSection },
  { id: 'settings', title: 'admin.settings', detail: 'admin.settings_detail', Part: SettingsSection },
  { id: 'mail', title: 'admin.mail', detail: 'admin.mail_detail', Part: MailSection },
  {
    id: 'signing-keys',
    title: 'admin.signing_keys',
    detail: 'admin.signing_keys_detail',
    Part: SigningSection,
  },
  {
    id: 'provisioning-key',
    title: 'admin.provisioning_key',
    detail: 'admin.provisioning_key_detail',
    Part: ProvisioningSection,
  },
  { id: 'records', title: 'admin.records', detail: 'admin.records_detail', Part: RecordsSection },
] as const satisfies readonly AdminSection[]
