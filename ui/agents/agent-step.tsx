import { t } from '../locale/t.ts'
import { InstallHint } from '../machines/install-hint.tsx'
import { may } from '../machines/may.ts'
import { Icon } from '../parts/icon.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { AgentActs } from './agent-acts.tsx'
import { AgentFacts } from './agent-facts.tsx'
import { AgentKeys } from './agent-keys.tsx'
import type { AgentStepProps } from './agent-sheet.tsx'
import { InstallPart } from './install-part.tsx'

/** How it stands, and what can be done: nothing is offered that could not be done now. */
export function AgentStep(props: AgentStepProps) {
  const { title, link, machine, agent, onChanged, onClose } = props
  const { warnings = [], notes, found, install, installable } = agent
  const mayChange = may(machine, 'machine:admin')
  return (
    <Sheet title={title} onClose={onClose}>
      <AgentFacts agent={agent} />
      {found && warnings.length > 0 && (
        <ul class="agent-warnings">
          {warnings.map((warning) => (
            <li key={warning}>
              <Icon name="warning" />
              <span>{warning}</span>
            </li>
          ))}
        </ul>
      )}
      {!found && !(installable && mayChange) && install && <InstallHint sentence={install} />}
      {installable && mayChange && <InstallPart link={link} agent={agent} onChanged={onChanged} />}
      <AgentActs {...props} />
      <AgentKeys link={link} agent={agent} mayChange={mayChange} onChanged={onChanged} />
      {found && notes.length > 0 && (
        <div class="agent-notes">
          <h3 class="field-label">{t('agents.notes')}</h3>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
    </Sheet>
  )
}
