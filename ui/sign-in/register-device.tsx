import { useState } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { DeviceList } from '../settings/device-list.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { FrontPage } from './front-page.tsx'

/** Signed in on a browser that has no key of this account: the password makes it one of the devices. */
export function RegisterDevice({ name }: { name: string }) {
  const { account } = usePage().state
  const attempt = useAttempt()
  const [password, setPassword] = useState('')
  return (
    <FrontPage title={t('device.register_title')}>
      <p class="front-words">{t('device.register_words')}</p>
      <CredentialsForm
        value={{ name, password }}
        onChange={(given) => setPassword(given.password)}
        onSubmit={() => void attempt.run(() => account.registerDevice(password))}
        act={t('device.register_act')}
        busy={attempt.busy}
        password="current"
        fixedName
      >
        <Refusal error={attempt.refused} />
      </CredentialsForm>
      {attempt.refused?.code === 'device_limit' && <DeviceList />}
      <Button look="bare" onPress={() => void account.signOut()}>
        {t('account.sign_out')}
      </Button>
    </FrontPage>
  )
}
