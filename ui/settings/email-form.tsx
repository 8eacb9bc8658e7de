import { useState } from 'preact/hooks'
import { Value } from '../../shared/typebox.ts'
import { Email } from '../../shared/wire/account.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { useFreshAct } from '../parts/fresh-act.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'

/** Asks for a letter to an address; it counts once its link was followed. */
export function EmailForm({
  email,
  isAnother,
  onChanged,
}: {
  /** The one that counts. */
  email: string | null
  /** There is one already, or one that waits. */
  isAnother: boolean
  onChanged: () => void
}) {
  const { authority } = usePage().state
  const fresh = useFreshAct()
  const attempt = useAttempt()
  const [typed, setTyped] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<'email.bad' | 'email.same' | null>(null)
  const send = async (): Promise<void> => {
    const address = typed.trim()
    const wrong = problemOf(address, email)
    setProblem(wrong)
    setSentTo(null)
    if (wrong) return
    const ask = () => authority.ask((api) => api.v1.email.put({ email: address }))
    if (!(await attempt.run(() => fresh(ask)))) return
    setTyped('')
    setSentTo(address)
    onChanged()
  }
  return (
    <form
      class="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextField
        label={t(isAnother ? 'email.field_new' : 'email.field')}
        name="email"
        type="email"
        autocomplete="email"
        value={typed}
        onInput={(value) => {
          setTyped(value)
          setProblem(null)
        }}
        error={problem === null ? undefined : t(problem)}
      />
      <Refusal error={attempt.refused} />
      <div class="section-acts">
        <Button look="ink" submit busy={attempt.busy} disabled={typed.trim() === ''}>
          {t('email.add')}
        </Button>
      </div>
      <p class="settings-done" role="status">
        {sentTo !== null && t('email.sent', { email: sentTo })}
      </p>
    </form>
  )
}

function problemOf(address: string, email: string | null): 'email.bad' | 'email.same' | null {
  if (!Value.Check(Email, address)) return 'email.bad'
  return address.toLowerCase() === email ? 'email.same' : null
}
