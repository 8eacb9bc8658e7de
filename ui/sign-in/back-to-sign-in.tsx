import { t } from '../locale/t.ts'
import { frontAddress } from './front-address.ts'

export function BackToSignIn() {
  return (
    <div class="front-foot">
      <a class="front-link" href={frontAddress('/')}>
        {t('front.sign_in')}
      </a>
    </div>
  )
}
