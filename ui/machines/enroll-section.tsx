import { useState } from 'preact/hooks'
import type { Machine } from '../../shared/wire/machine.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import type { AddedMachine, Machines } from '../state/machines.ts'
import { EnrollSteps } from './enroll-steps.tsx'

/** A machine that has a name and nothing else yet: a code is shown once, so another one can be had. */
export function EnrollSection({ machines, machine }: { machines: Machines; machine: Machine }) {
  const attempt = useAttempt()
  const [added, setAdded] = useState<AddedMachine | null>(null)
  const renew = () =>
    attempt.run(async () => {
      const done = await machines.renewCode(machine)
      if (done.ok) setAdded(done.value)
      return done
    })
  return (
    <>
      <p class="section-words">{t('enroll.not_yet', { machine: machine.label })}</p>
      {added && <EnrollSteps added={added} />}
      <div class="section-acts">
        <Button look={added ? 'plain' : 'ink'} busy={attempt.busy} onPress={() => void renew()}>
          {t('enroll.new_code')}
        </Button>
      </div>
      <Refusal error={attempt.refused} />
    </>
  )
}
