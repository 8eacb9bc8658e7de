import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { MachineLink } from '../state/machine.ts'
import { MissingAgents } from './missing-agents.tsx'
import { useAgents } from './use-agents.ts'

/** The agents that this machine has, and how to get the others. */
export function AgentsSection({ link }: { link: MachineLink }) {
  const agents = useAgents(link)
  if (agents.is === 'loading') return <Skeleton lines={4} />
  if (agents.is === 'failed') {
    return (
      <p class="section-words">
        {errorWords(agents.code)}{' '}
        <Button look="bare" onPress={agents.again}>
          {t('part.again')}
        </Button>
      </p>
    )
  }
  const found = agents.value.filter((agent) => agent.found)
  return (
    <>
      <ul class="plain-rows">
        {found.map(({ id, name, program }) => (
          <ListRow
            key={id}
            lead={<Icon name="check" />}
            title={name}
            detail={program && <code>{program}</code>}
          />
        ))}
      </ul>
      <MissingAgents agents={agents.value} />
    </>
  )
}
