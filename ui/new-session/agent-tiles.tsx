import type { Agent } from '../../shared/wire/agent.ts'
import { agentState } from '../agents/agent-words.ts'
import { t } from '../locale/t.ts'
import { MissingAgents } from '../machines/missing-agents.tsx'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { FieldError } from '../parts/field.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { stripOf, type Tile } from './tiles.ts'
import type { Choices } from './use-choices.ts'

export interface AgentTilesProps {
  choices: Choices
  onChoose: (id: string) => void
  onConversations: () => void
  /** Null: this account may not change what the machine keeps. */
  onArrange: (() => void) | null
  error: string | undefined
}

/** What a person keeps at hand of what runs on this machine, in their order; below, how to get the others. */
export function AgentTiles({ choices, onChoose, onConversations, onArrange, error }: AgentTilesProps) {
  const { startables, tile: chosen, agent } = choices
  return (
    <fieldset class="field">
      <legend class="field-label">{t('new.agent')}</legend>
      {startables.is === 'loading' && <Skeleton lines={2} />}
      {startables.is === 'failed' && <NotRead code={startables.code} onAgain={startables.again} />}
      {startables.is === 'failed' && agent !== null && <p>{t('new.agent_last', { agent })}</p>}
      {startables.is === 'ready' && (
        <>
          <div class="tiles">
            {stripOf(startables.value.tiles, startables.value.strip, chosen?.id ?? null).map((tile) => (
              <TileChoice
                key={tile.id}
                tile={tile}
                isChosen={tile === chosen}
                onChoose={() => onChoose(tile.id)}
              />
            ))}
          </div>
          <Notes agent={chosen?.agent} />
          <div class="tile-acts">
            {chosen && (
              <Button look="bare" onPress={onConversations}>
                {t('new.go_on')}
              </Button>
            )}
            {onArrange && startables.value.tiles.length > 1 && (
              <Button look="bare" onPress={onArrange}>
                {t('strip.arrange')}
              </Button>
            )}
          </div>
          <MissingAgents agents={startables.value.agents} />
        </>
      )}
      <FieldError id="agent-error" error={error} />
    </fieldset>
  )
}

function TileChoice({ tile, isChosen, onChoose }: { tile: Tile; isChosen: boolean; onChoose: () => void }) {
  return (
    <label class="tile">
      <input type="radio" name="agent" checked={isChosen} onChange={onChoose} aria-label={tile.name} />
      <span class="tile-words">
        <span>
          {tile.icon !== null && <span aria-hidden="true">{tile.icon} </span>}
          {tile.name}
        </span>
        {tile.preset && <span class="tile-note">{tile.agent.name}</span>}
      </span>
    </label>
  )
}

/** What a person should know before relying on it. */
function Notes({ agent }: { agent: Agent | undefined }) {
  const { now } = usePage()
  if (!agent) return null
  const { trouble, facts } = agentState(agent, now.value)
  const warnings = agent.warnings ?? []
  if (!trouble && agent.notes.length + warnings.length === 0) return null
  return (
    <div class="field-help">
      {trouble && <p class="tile-trouble">{facts.join(' · ')}</p>}
      {[...warnings, ...agent.notes].map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}
