import type { Agent } from '../../shared/wire/agent.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { MissingAgents } from '../machines/missing-agents.tsx'
import { Button } from '../parts/button.tsx'
import { FieldError } from '../parts/field.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { Read } from '../parts/use-read.ts'

export interface AgentTilesProps {
  agents: Read<Agent[]>
  chosen: string | null
  onChoose: (id: string) => void
  error: string | undefined
}

/** The agents that run on this machine; below them, how to get the others. */
export function AgentTiles({ agents, chosen, onChoose, error }: AgentTilesProps) {
  return (
    <fieldset class="field">
      <legend class="field-label">{t('new.agent')}</legend>
      {agents.is === 'loading' && <Skeleton lines={2} />}
      {agents.is === 'failed' && (
        <p class="section-words">
          {errorWords(agents.code)}{' '}
          <Button look="bare" onPress={agents.again}>
            {t('part.again')}
          </Button>
        </p>
      )}
      {agents.is === 'failed' && chosen !== null && <p>{t('new.agent_last', { agent: chosen })}</p>}
      {agents.is === 'ready' && (
        <>
          <div class="tiles">
            {agents.value
              .filter(({ found }) => found)
              .map(({ id, name }) => (
                <label key={id} class="tile">
                  <input type="radio" name="agent" checked={id === chosen} onChange={() => onChoose(id)} />
                  <span>{name}</span>
                </label>
              ))}
          </div>
          <Notes agent={agents.value.find(({ id }) => id === chosen)} />
          <MissingAgents agents={agents.value} />
        </>
      )}
      <FieldError id="agent-error" error={error} />
    </fieldset>
  )
}

/** What a person should know before relying on it. */
function Notes({ agent }: { agent: Agent | undefined }) {
  if (!agent || agent.notes.length === 0) return null
  return (
    <div class="field-help">
      {agent.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}
