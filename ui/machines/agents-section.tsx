import { useState } from 'preact/hooks'
import type { Agent } from '../../shared/wire/agent.ts'
import type { Machine } from '../../shared/wire/machine.ts'
import { agentState } from '../agents/agent-words.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Icon } from '../parts/icon.tsx'
import { lazySheet } from '../parts/lazy-sheet.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { MachineLink } from '../state/machine.ts'
import { useAgents } from './use-agents.ts'

const AgentSheet = lazySheet(async () => (await import('../agents/agent-sheet.tsx')).AgentSheet)

/** The agents that this machine has, how each stands, and those that it could have. */
export function AgentsSection({ link, machine }: { link: MachineLink; machine: Machine }) {
  const agents = useAgents(link)
  const [opened, setOpened] = useState<string | null>(null)
  if (agents.is === 'loading') return <Skeleton lines={4} />
  if (agents.is === 'failed') return <NotRead code={agents.code} onAgain={agents.again} />
  const open = agents.value.find(({ id }) => id === opened)
  const missing = agents.value.filter(({ found }) => !found)
  return (
    <>
      <ul class="plain-rows">
        {agents.value
          .filter(({ found }) => found)
          .map((agent) => (
            <AgentRow key={agent.id} agent={agent} onOpen={() => setOpened(agent.id)} />
          ))}
      </ul>
      {missing.length > 0 && (
        <details class="missing">
          <summary>
            <Icon name="chevron" /> {t('agents.missing', { count: missing.length })}
          </summary>
          <ul class="missing-rows">
            {missing.map(({ id, name, installable }) => (
              <ListRow
                key={id}
                title={name}
                note={installable ? t('agents.installable') : undefined}
                meta={<Icon name="chevron" />}
                onPress={() => setOpened(id)}
              />
            ))}
          </ul>
        </details>
      )}
      {open && (
        <AgentSheet
          title={open.name}
          link={link}
          machine={machine}
          agent={open}
          onChanged={agents.again}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function AgentRow({ agent, onOpen }: { agent: Agent; onOpen: () => void }) {
  const { now } = usePage()
  const { trouble, facts } = agentState(agent, now.value)
  return (
    <ListRow
      lead={<Icon name={trouble ? 'warning' : 'check'} />}
      title={agent.name}
      detail={facts.length > 0 ? facts.join(' · ') : agent.program && <code>{agent.program}</code>}
      meta={<Icon name="chevron" />}
      onPress={onOpen}
    />
  )
}
