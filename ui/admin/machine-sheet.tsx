import { useState } from 'preact/hooks'
import type { Result } from '../../shared/errors.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { AdminMachine } from '../../shared/wire/admin.ts'
import type { EnrollmentCode } from '../../shared/wire/machine.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { agoWords, untilWords } from '../parts/relative-time.ts'
import { Sheet } from '../parts/sheet.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { AdoptSheet } from './adopt-sheet.tsx'
import { machineState, ownerWords } from './machine-words.ts'
import { SecretSheet } from './secret-sheet.tsx'
import { useAdmin } from './use-admin.ts'

export interface MachineSheetProps {
  machine: AdminMachine
  onChanged: () => void
  onClose: () => void
}

/** One machine, and what an admin may do with it: nothing that would let them in where somebody depends on it. */
export function MachineSheet({ machine, onChanged, onClose }: MachineSheetProps) {
  const admin = useAdmin()
  const { now } = usePage()
  const attempt = useAttempt()
  const [step, setStep] = useState<'adopt' | 'revoke' | null>(null)
  const [code, setCode] = useState<EnrollmentCode | null>(null)
  const label = cleanLabel(machine.label)
  const back = (): void => setStep(null)
  const mint = async (): Promise<Result<unknown>> => {
    const done = await admin.code(machine.id)
    if (done.ok) setCode(done.value)
    return done
  }
  if (code) {
    return (
      <SecretSheet
        title={t('fleet.code_title', { machine: label })}
        secret={code.code}
        done={t('admin.done')}
        onClose={() => setCode(null)}
      >
        <p>{t('fleet.code_words', { machine: label, until: untilWords(code.expiresAt, now.value) })}</p>
      </SecretSheet>
    )
  }
  if (step === 'adopt') return <AdoptSheet machine={machine} onChanged={onChanged} onClose={back} />
  if (step === 'revoke') {
    const revoke = async (): Promise<Result<unknown>> => {
      const done = await admin.revoke(machine.id)
      if (done.ok) onChanged()
      return done
    }
    return (
      <ConfirmSheet
        title={t('fleet.revoke_title', { machine: label })}
        act={t('fleet.revoke')}
        onAct={revoke}
        onClose={back}
      >
        <p>{t('fleet.revoke_words')}</p>
      </ConfirmSheet>
    )
  }
  // Whoever owns or shares it depends on what is behind the name.
  const mayMint = !machine.enrolled || (machine.owner === null && machine.grants === 0)
  return (
    <Sheet title={label} onClose={onClose}>
      <p class="facts">{facts(machine, now.value)}</p>
      <p class="copy-line">
        <code>{machine.id}</code>
        <CopyButton text={machine.id} />
      </p>
      <div class="section-acts">
        {machine.owner === null && <Button onPress={() => setStep('adopt')}>{t('fleet.adopt')}</Button>}
        {mayMint && (
          <Button busy={attempt.busy} onPress={() => void attempt.run(mint)}>
            {t('fleet.code')}
          </Button>
        )}
        <Button icon="delete" onPress={() => setStep('revoke')}>
          {t('fleet.revoke')}
        </Button>
      </div>
      <Refusal error={attempt.refused} />
    </Sheet>
  )
}

function facts(machine: AdminMachine, now: number): string {
  const { grants, version, enrolledBy, lastSeenAt, online } = machine
  return [
    ownerWords(machine),
    machineState(machine),
    grants > 0 && t('fleet.shared', { count: grants }),
    version !== null && t('machine.version', { version: cleanLabel(version) }),
    !online && lastSeenAt !== null && t('machine.seen', { when: agoWords(lastSeenAt, now) }),
    enrolledBy !== null && t('fleet.enrolled_by', { who: cleanLabel(enrolledBy) }),
  ]
    .filter((words) => words !== false)
    .join(' · ')
}
