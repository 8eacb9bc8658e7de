import { useState } from 'preact/hooks'
import type { AppError } from '../../shared/errors.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Person } from '../../shared/wire/grant.ts'
import type { Scope } from '../../shared/wire/identity.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { type Attempt, useAttempt } from '../parts/use-attempt.ts'
import type { Sharing } from '../state/sharing.ts'
import { ScopeChoice } from './scope-choice.tsx'

const USER_ID = /^u_[0-9a-z]{26}$/

export interface ShareSheetProps {
  sharing: Sharing
  machine: string
  /** The owner's id. */
  own: string
  onDone: () => void
  onClose: () => void
}

/** Lets somebody in: by their id, and only after it was seen whose it is. */
export function ShareSheet({ sharing, machine, own, onDone, onClose }: ShareSheetProps) {
  const attempt = useAttempt()
  const [id, setId] = useState('')
  const [idError, setIdError] = useState<string>()
  const [person, setPerson] = useState<Person | null>(null)
  const [scopes, setScopes] = useState<readonly Scope[]>(['session:read'])

  const lookUp = (): void => {
    const given = id.trim()
    const wrong = given === own ? t('share.id_own') : USER_ID.test(given) ? undefined : t('share.id_bad')
    setIdError(wrong)
    if (wrong !== undefined) return
    void attempt.run(async () => {
      const asked = await sharing.person(given)
      if (asked.ok) setPerson(asked.value)
      return asked
    })
  }
  const give = async (to: Person): Promise<void> => {
    if (await attempt.run(() => sharing.give(to.id, scopes))) onDone()
  }
  const name = person ? cleanLabel(person.name) : ''
  const foot = person ? (
    <Button look="ink" submit busy={attempt.busy} disabled={scopes.length === 0}>
      {t('share.act', { name })}
    </Button>
  ) : (
    <Button look="ink" submit busy={attempt.busy} disabled={id.trim() === ''}>
      {t('share.look_up')}
    </Button>
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!person) lookUp()
        else if (scopes.length > 0) void give(person)
      }}
    >
      <Sheet title={t('share.sheet_title', { machine })} onClose={onClose} foot={foot}>
        {person ? (
          <>
            <div class="found-person">
              <p>
                {t('share.is')} <b>{name}</b>
              </p>
              <Button look="bare" onPress={() => setPerson(null)}>
                {t('share.another')}
              </Button>
            </div>
            <ScopeChoice name={name} machine={machine} scopes={scopes} onChange={setScopes} />
            <ShareRefusal error={attempt.refused} name={name} machine={machine} />
          </>
        ) : (
          <IdField id={id} setId={setId} error={idError} attempt={attempt} />
        )}
      </Sheet>
    </form>
  )
}

function IdField({
  id,
  setId,
  error,
  attempt,
}: {
  id: string
  setId: (id: string) => void
  error: string | undefined
  attempt: Attempt
}) {
  const { refused } = attempt
  const isUnknown = refused?.code === 'user_not_found'
  return (
    <>
      <TextField
        label={t('share.id')}
        help={t('share.id_help')}
        value={id}
        onInput={setId}
        error={error ?? (isUnknown ? errorWords(refused.code) : undefined)}
        focused
      />
      <Refusal error={isUnknown ? null : refused} />
    </>
  )
}

/** `label_taken` means another list here than where a machine is named. */
export function ShareRefusal({
  error,
  name,
  machine,
}: {
  error: AppError | null
  name: string
  machine: string
}) {
  if (error?.code !== 'label_taken') return <Refusal error={error} />
  return (
    <div class="refusal" role="alert">
      <p>{t('share.label_taken', { name, machine })}</p>
    </div>
  )
}
