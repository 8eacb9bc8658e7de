import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { FrontPage } from './front-page.tsx'

/** A browser that cannot hold a device key: nothing on a machine can be reached from it, and it says why. */
export function NoDevice() {
  const { account } = usePage().state
  return (
    <FrontPage title={t('device.none_title')}>
      <p class="front-words">{isSecureContext ? t('device.none_browser') : t('device.none_http')}</p>
      <div class="front-form">
        <Button onPress={() => void account.signOut()}>{t('account.sign_out')}</Button>
      </div>
    </FrontPage>
  )
}
