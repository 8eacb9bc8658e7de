import { t } from '../locale/t.ts'
import type { FrontLink } from '../state/front-link.ts'
import { ConfirmAccount } from './confirm-account.tsx'
import { ForgotPassword } from './forgot.tsx'
import { FrontPage } from './front-page.tsx'
import { Invited } from './invited.tsx'
import { LeaveLetter } from './leave-letter.tsx'
import { Register } from './register.tsx'
import { ResetPassword } from './reset-password.tsx'
import { UndoAddress } from './undo-address.tsx'
import { VerifyAddress } from './verify-address.tsx'

/** The page of each way in. */
export function FrontDoor({ front }: { front: FrontLink }) {
  if (front.at === 'forgot') return <ForgotPassword />
  if (front.at === 'register') return <Register />
  const { act, token } = front
  if (token === null) {
    return (
      <FrontPage title={t('front.broken_title')}>
        <p class="front-words">{t('front.broken')}</p>
        <LeaveLetter />
      </FrontPage>
    )
  }
  switch (act) {
    case 'confirm':
      return <ConfirmAccount token={token} />
    case 'reset':
      return <ResetPassword token={token} />
    case 'invite':
      return <Invited token={token} />
    case 'verify':
      return <VerifyAddress token={token} />
    case 'undo':
      return <UndoAddress token={token} />
  }
}
