import type { Agent, AgentInstall } from '../../shared/wire/agent.ts'
import { segment } from '../api/daemon.ts'
import { errorWords } from '../api/error-words.ts'
import { unwrap } from '../api/unwrap.ts'
import { uiLimits } from '../limits.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { useFollowed } from '../parts/use-followed.ts'
import type { MachineLink } from '../state/machine.ts'
import { ProgramOutput } from './program-output.tsx'

export interface InstallPartProps {
  link: MachineLink
  agent: Agent
  onChanged: () => void
}

/** Puts the agent into the machine's home, and shows how far that is: it goes on without this page. */
export function InstallPart({ link, agent, onChanged }: InstallPartProps) {
  const attempt = useAttempt()
  const at = link.daemon.v1.agents({ agent: segment(agent.id) }).install
  const { now, take } = useFollowed<AgentInstall>(
    async () => {
      const answer = await unwrap(at.get())
      if (answer.ok && answer.value.state === 'done' && !agent.found) onChanged()
      return answer
    },
    {
      everyMs: uiLimits.installEveryMs,
      isOver: ({ state }) => state !== 'running',
      when: [link.circuit.state.value.is],
    },
  )
  const install = now?.ok ? now.value : null
  const isRunning = install?.state === 'running'
  const begin = (): Promise<boolean> =>
    attempt.run(async () => {
      const begun = await unwrap(at.post())
      if (begun.ok) take(begun.value)
      return begun
    })
  // Where it is on the machine already, another copy in the home is nothing that anybody misses.
  const isOld = !!agent.installed && !!install && !install.package.endsWith(`@${agent.installed}`)
  const isOffered = !agent.found || isOld || install?.state === 'failed'
  return (
    <div class="install-part">
      {isOffered && !isRunning && (
        <>
          {install && (
            <p class="field-help">
              {t('install.what')} <code>{install.package}</code>
            </p>
          )}
          <div class="section-acts">
            <Button look="ink" busy={attempt.busy} onPress={() => void begin()}>
              {install?.state === 'failed'
                ? t('install.again')
                : isOld
                  ? t('install.update')
                  : t('install.act')}
            </Button>
          </div>
        </>
      )}
      {now && !now.ok && <p class="field-help">{errorWords(now.error.code)}</p>}
      {install && <Progress install={install} />}
      <Refusal error={attempt.refused} />
    </div>
  )
}

function Progress({ install }: { install: AgentInstall }) {
  const { now } = usePage()
  const { state, startedAt, message = '', output } = install
  if (state === 'none') return null
  const seconds = startedAt === undefined ? 0 : Math.max(0, Math.round((now.value - startedAt) / 1000))
  const words =
    state === 'running'
      ? t('install.running', { package: install.package, seconds })
      : state === 'done'
        ? t('install.done')
        : t('install.failed', { why: message })
  return (
    <>
      <p role="status" class="install-said">
        {words}
      </p>
      {state !== 'done' && <ProgramOutput label={t('install.output')} text={output} />}
    </>
  )
}
