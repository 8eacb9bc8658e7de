import { useState } from 'preact/hooks'
import { t } from '../locale/t.ts'
import { Sheet } from '../parts/sheet.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { Machines } from '../state/machines.ts'
import { chosenMachine, startable } from './chosen-machine.ts'
import { NewSessionForm } from './new-session-form.tsx'

export interface NewSessionSheetProps {
  machines: Machines
  /** The machine of the address; null: none was named. */
  machine: string | null
  onClose: () => void
}

/** Starts a session: on which machine is asked only where there are several. */
export function NewSessionSheet({ machines, machine, onClose }: NewSessionSheetProps) {
  const [picked, setPicked] = useState(machine)
  const { status, machines: listed } = machines.list.value
  const all = startable(listed, machines.links.value)
  const chosen = chosenMachine(all, picked)
  // Once shown it stays, whatever else comes up meanwhile.
  if (chosen && picked === null) setPicked(chosen.machine.id)
  if (!chosen) {
    return (
      <Sheet title={t('new.title')} onClose={onClose}>
        {status === 'loading' ? <Skeleton lines={5} /> : <Nowhere machine={listed[0]?.id ?? null} />}
      </Sheet>
    )
  }
  return (
    <NewSessionForm key={chosen.machine.id} link={chosen.link} machine={chosen.machine} onClose={onClose}>
      {all.length > 1 && (
        <fieldset class="segments">
          <legend class="field-label">{t('new.machine')}</legend>
          {all.map(({ machine: one }) => (
            <label key={one.id} class="segment">
              <input
                type="radio"
                name="machine"
                checked={one.id === chosen.machine.id}
                onChange={() => setPicked(one.id)}
              />
              <span>{one.label}</span>
            </label>
          ))}
        </fieldset>
      )}
    </NewSessionForm>
  )
}

/** Nothing can be started anywhere; the next act is on a machine's own screen. */
function Nowhere({ machine }: { machine: string | null }) {
  return machine === null ? (
    <p>
      {t('home.no_machine_words')} <a href="#/add">{t('home.add_machine')}</a>
    </p>
  ) : (
    <p>
      {t('new.nowhere')} <a href={`#/m/${machine}`}>{t('new.to_machine')}</a>
    </p>
  )
}
