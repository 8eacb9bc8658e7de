import type { User } from '../../shared/wire/identity.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { ScreenHead } from '../parts/screen-head.tsx'
import { Section } from '../parts/section.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { DeviceList } from './device-list.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** The account, its devices, and how the page looks. */
export function SettingsScreen({ user }: { user: User }) {
  const { state } = usePage()
  const attempt = useAttempt()
  return (
    <div class="screen">
      <ScreenHead title={t('settings.title')} onBack={state.router.back} />
      <div class="screen-body">
        <Section title={t('settings.account')}>
          <p>
            {t('settings.signed_in')} <b>{user.name}</b>
          </p>
          <div class="section-acts">
            <Button busy={attempt.busy} onPress={() => void attempt.run(state.account.signOut)}>
              {t('account.sign_out')}
            </Button>
          </div>
          <Refusal error={attempt.refused} />
        </Section>
        <Section title={t('devices.title')}>
          <p class="section-words">{t('devices.words')}</p>
          <DeviceList />
        </Section>
        <Section title={t('settings.theme')}>
          <ThemeChoice />
        </Section>
        <Section title={t('settings.about')}>
          <p class="section-words">{t('settings.build_words')}</p>
          <p class="build-hash">{buildHash()}</p>
        </Section>
      </div>
    </div>
  )
}

const buildHash = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="fairlead-build"]')?.content ?? ''
