import { useState } from 'preact/hooks'
import type { AdminUser } from '../../shared/wire/admin.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { useAdmin } from './use-admin.ts'

const COUNT = /^\d{1,2}$/
const MOST = 50

/** `undefined`: it is none. Null: the authority's counts. */
function limitOf(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  return COUNT.test(text) && Number(text) <= MOST ? Number(text) : undefined
}

/** How many machines somebody may have. */
export function LimitForm({ user, onChanged }: { user: AdminUser; onChanged: () => void }) {
  const admin = useAdmin()
  const attempt = useAttempt()
  const [typed, setTyped] = useState(user.ownMachineLimit === null ? '' : String(user.ownMachineLimit))
  const limit = limitOf(typed)
  const error = attempt.refused ? errorWords(attempt.refused.code) : undefined
  const set = async (machineLimit: number | null): Promise<void> => {
    if (await attempt.run(() => admin.changeUser(user.id, { machineLimit }))) onChanged()
  }
  return (
    <form
      class="limit-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (limit !== undefined) void set(limit)
      }}
    >
      <TextField
        label={t('users.limit')}
        value={typed}
        onInput={setTyped}
        help={`${t('users.limit_help')} ${t('users.limit_now', { limit: user.machineLimit })}`}
        error={limit === undefined ? t('users.limit_bad') : error}
      />
      <Button submit busy={attempt.busy} disabled={limit === undefined || limit === user.ownMachineLimit}>
        {t('users.limit_save')}
      </Button>
    </form>
  )
}
