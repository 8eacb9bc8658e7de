import { segment } from '../api/daemon.ts'
import { unwrap } from '../api/unwrap.ts'
import { t } from '../locale/t.ts'
import { may } from '../machines/may.ts'
import { Button } from '../parts/button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import type { AgentStepProps } from './agent-sheet.tsx'

/** Who is signed in sees only the way out, who is not only the way in; both only where they can be gone. */
export function AgentActs({ link, machine, agent, onChanged, onStep }: AgentStepProps) {
  const attempt = useAttempt()
  const { found, signedIn, signIn } = agent
  if (!may(machine, 'session:write')) return null
  const mayChange = may(machine, 'machine:admin')
  const canSignIn = mayChange && signIn?.program === true && signedIn !== true
  const canSignOut = mayChange && signIn?.canSignOut === true && signedIn === true
  const recheck = async (): Promise<void> => {
    const at = link.daemon.v1.agents({ agent: segment(agent.id) })
    if (await attempt.run(() => unwrap(at.recheck.post()))) onChanged()
  }
  return (
    <>
      <div class="section-acts">
        {canSignIn && (
          <Button look="ink" onPress={() => onStep('login')}>
            {t('login.act')}
          </Button>
        )}
        {canSignOut && <Button onPress={() => onStep('sign_out')}>{t('logout.act')}</Button>}
        <Button icon="again" busy={attempt.busy} onPress={() => void recheck()}>
          {attempt.busy ? t('agents.rechecking') : t('agents.recheck')}
        </Button>
      </div>
      {mayChange && found && signIn?.program === false && <p class="field-help">{t('login.no_program')}</p>}
      <Refusal error={attempt.refused} />
    </>
  )
}
