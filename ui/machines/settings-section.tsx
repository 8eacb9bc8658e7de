import type { Machine } from '../../shared/wire/machine.ts'
import type { MachineSettings, MachineSettingsChange } from '../../shared/wire/settings.ts'
import { unwrap } from '../api/unwrap.ts'
import { t } from '../locale/t.ts'
import { NotRead } from '../parts/not-read.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useRead } from '../parts/use-read.ts'
import type { MachineLink } from '../state/machine.ts'
import { may } from './may.ts'
import { PARK_CHOICES, TIMEOUT_CHOICES } from './setting-choices.ts'
import { CountSetting, SwitchSetting, WaitSetting } from './setting-fields.tsx'

/** What is set for the machine, each taken at once. */
export function SettingsSection({ link, machine }: { link: MachineLink; machine: Machine }) {
  const at = link.daemon.v1.settings
  const settings = useRead(() => unwrap(at.get()), [link, link.circuit.state.value.is])
  if (settings.is === 'loading') return <Skeleton lines={6} />
  if (settings.is === 'failed') return <NotRead code={settings.code} onAgain={settings.again} />
  const mayChange = may(machine, 'machine:admin')
  const now = settings.value
  const change = async (wanted: MachineSettingsChange) => {
    const done = await unwrap(at.patch(wanted))
    if (done.ok) settings.again()
    return done
  }
  const of = <K extends keyof MachineSettings>(field: K) => ({
    value: now[field],
    disabled: !mayChange,
    onSet: (value: MachineSettings[K]) => change({ [field]: value }),
  })
  return (
    <>
      {!mayChange && (
        <p class="section-words">{t('machine_settings.read_only', { machine: machine.label })}</p>
      )}
      <ul class="settings">
        <WaitSetting
          label={t('machine_settings.park')}
          help={t('machine_settings.park_help')}
          choices={PARK_CHOICES}
          {...of('parkAfterMs')}
        />
        <WaitSetting
          label={t('machine_settings.timeout')}
          help={t('machine_settings.timeout_help')}
          choices={TIMEOUT_CHOICES}
          {...of('permissionTimeoutMs')}
        />
        <SwitchSetting
          label={t('machine_settings.questions')}
          help={t('machine_settings.questions_help')}
          {...of('askQuestions')}
        />
        <SwitchSetting
          label={t('machine_settings.bring_back')}
          help={t('machine_settings.bring_back_help')}
          {...of('bringBack')}
        />
        <CountSetting
          label={t('machine_settings.live')}
          help={t('machine_settings.live_help')}
          {...of('maxLiveSessions')}
        />
        <CountSetting
          label={t('machine_settings.turns')}
          help={t('machine_settings.turns_help')}
          {...of('maxActiveTurns')}
        />
      </ul>
    </>
  )
}
