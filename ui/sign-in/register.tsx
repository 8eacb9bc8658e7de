import { useState } from 'preact/hooks'
import type { AppError } from '../../shared/errors.ts'
import type { Instance } from '../../shared/wire/recovery.ts'
import { errorWords } from '../api/error-words.ts'
import { LOCALE, t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { FrontForm } from './front-form.tsx'
import { FrontPage } from './front-page.tsx'
import { refusedField } from './refused-field.ts'
import { useInstance } from './use-instance.ts'

interface Wanted {
  name: string
  email: string
}

/** Asks for an account. Its password is chosen by whoever opens the letter. */
export function Register() {
  const instance = useInstance()
  const [wanted, setWanted] = useState<Wanted>({ name: '', email: '' })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const closed = instance.is === 'ready' ? closedWords(instance.value) : null
  if (closed !== null) {
    return (
      <FrontPage key="closed" title={t('register.closed_title')}>
        <p class="front-words">{closed}</p>
        <BackToSignIn />
      </FrontPage>
    )
  }
  if (sentTo !== null) {
    return (
      <FrontPage key="sent" title={t('register.sent_title')} told>
        <p>{t('register.sent', { email: sentTo })}</p>
        <p class="front-words">{t('register.sent_next')}</p>
        <div class="front-form">
          <Button onPress={() => setSentTo(null)}>{t('register.again')}</Button>
        </div>
        <BackToSignIn />
      </FrontPage>
    )
  }
  const domains = instance.is === 'ready' ? instance.value.domains : []
  return <Ask wanted={wanted} domains={domains} onChange={setWanted} onSent={setSentTo} />
}

interface AskProps {
  wanted: Wanted
  domains: readonly string[]
  onChange: (wanted: Wanted) => void
  onSent: (email: string) => void
}

function Ask({ wanted, domains, onChange, onSent }: AskProps) {
  const { authority } = usePage().state
  const attempt = useAttempt()
  const { refused } = attempt
  const field = refused && refusedField(refused)
  const send = async (): Promise<void> => {
    const body = { name: wanted.name.trim().toLowerCase(), email: wanted.email.trim() }
    if (await attempt.run(() => authority.ask((api) => api.v1.register.post(body)))) onSent(body.email)
  }
  return (
    <FrontPage key="ask" title={t('register.title')}>
      <p class="front-words">{t('register.words')}</p>
      <FrontForm onSubmit={() => void send()} act={t('register.act')} busy={attempt.busy}>
        <TextField
          label={t('account.name')}
          name="username"
          autocomplete="username"
          value={wanted.name}
          onInput={(name) => onChange({ ...wanted, name })}
          help={t('set_up.name_help')}
          error={field === 'name' ? t('set_up.name_bad') : undefined}
        />
        <TextField
          label={t('front.email')}
          name="email"
          type="email"
          autocomplete="email"
          value={wanted.email}
          onInput={(email) => onChange({ ...wanted, email })}
          help={domains.length > 0 ? t('register.domains', { domains: listed(domains) }) : undefined}
          error={refused && field === 'email' ? emailWords(refused) : undefined}
        />
        <Refusal error={field === null ? refused : null} />
      </FrontForm>
      <BackToSignIn />
    </FrontPage>
  )
}

const emailWords = ({ code }: AppError): string =>
  code === 'domain_refused' ? errorWords(code) : t('front.email_bad')

/** Null: anybody may sign up. */
function closedWords({ registration, mail }: Instance): string | null {
  if (registration !== 'open') return t('register.closed')
  return mail ? null : t('register.no_mail')
}

const lists = new Intl.ListFormat(LOCALE, { type: 'disjunction' })
const listed = (words: readonly string[]): string => lists.format(words)
