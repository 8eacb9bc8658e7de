import type { ComponentChildren } from 'preact'
import type { Agent } from '../../shared/wire/agent.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { signInWords, startWords } from './agent-words.ts'

/** The three facts of an agent, each by itself. */
export function AgentFacts({ agent }: { agent: Agent }) {
  const { now } = usePage()
  const { found, program, installed, mode } = agent
  return (
    <dl class="agent-facts">
      <Fact name={t('agents.program')}>
        {found ? <code>{program}</code> : t('agents.not_found')}
        {installed && <span class="fact-note">{t('agents.installed', { version: installed })}</span>}
      </Fact>
      {found && <Fact name={t('agents.sign_in')}>{signInWords(agent)}</Fact>}
      {found && <Fact name={t('agents.last_start')}>{startWords(agent, now.value)}</Fact>}
      {found && mode !== null && <Fact name={t('agents.starts_in')}>{t('agents.mode', { mode })}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
