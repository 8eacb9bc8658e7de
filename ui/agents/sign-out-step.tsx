import { segment } from '../api/daemon.ts'
import { unwrap } from '../api/unwrap.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import type { AgentStepProps } from './agent-sheet.tsx'
import { storedKeys } from './agent-words.ts'

/** Sessions end by it, so it is asked once more. */
export function SignOutStep({ link, machine, agent, onChanged, onStep, onClose }: AgentStepProps) {
  const attempt = useAttempt()
  const at = link.daemon.v1.agents({ agent: segment(agent.id) })
  const back = (): void => onStep('agent')
  const go = async (): Promise<void> => {
    if (!(await attempt.run(() => unwrap(at.logout.post())))) return
    onChanged()
    back()
  }
  return (
    <Sheet
      title={t('logout.title', { agent: agent.name })}
      onClose={onClose}
      onBack={back}
      foot={
        <>
          <Button onPress={back}>{t('part.cancel')}</Button>
          <Button look="ink" busy={attempt.busy} onPress={() => void go()}>
            {t('logout.act')}
          </Button>
        </>
      }
    >
      <p>{t('logout.words', { agent: agent.name, machine: machine.label })}</p>
      {storedKeys(agent).length > 0 && <p>{t('logout.key_too')}</p>}
      <Refusal error={attempt.refused} />
    </Sheet>
  )
}
