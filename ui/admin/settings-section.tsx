import type { Result } from '../../shared/errors.ts'
import type { Setting, SettingsChange } from '../../shared/wire/admin.ts'
import { t } from '../locale/t.ts'
import { NotRead } from '../parts/not-read.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useRead } from '../parts/use-read.ts'
import { SecretSetting } from './secret-setting.tsx'
import { SettingForm } from './setting-form.tsx'
import { useAdmin } from './use-admin.ts'

const isOfMail = ({ name }: Setting): boolean => name.startsWith('smtp_')

/** What the authority goes by, each with who decides it. */
export function SettingsSection() {
  const admin = useAdmin()
  const settings = useRead(admin.settings, [admin])
  if (settings.is === 'loading') return <Skeleton lines={6} />
  if (settings.is === 'failed') return <NotRead code={settings.code} onAgain={settings.again} />
  const change = async (wanted: SettingsChange): Promise<Result<unknown>> => {
    const done = await admin.changeSettings(wanted)
    if (done.ok) settings.again()
    return done
  }
  const drawn = (setting: Setting) =>
    setting.secret ? (
      <SecretSetting key={setting.name} setting={setting} onChange={change} />
    ) : (
      <SettingForm key={setting.name} setting={setting} onChange={change} />
    )
  return (
    <>
      <Section title={t('set.people')}>
        {settings.value.filter((setting) => !isOfMail(setting)).map(drawn)}
      </Section>
      <Section title={t('set.letters')}>
        <p class="section-words">{t('set.mail_host_words')}</p>
        {settings.value.filter(isOfMail).map(drawn)}
      </Section>
    </>
  )
}
