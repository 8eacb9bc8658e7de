import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'

/** To whoever is signed in on this browser, or to signing in: which of them is found out then. */
export function LeaveLetter() {
  const { account } = usePage().state
  return (
    <div class="front-form">
      <Button onPress={() => void account.dropLink()}>{t('front.go_on')}</Button>
    </div>
  )
}
