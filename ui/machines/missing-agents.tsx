import type { Agent } from '../../shared/wire/agent.ts'
import { t } from '../locale/t.ts'
import { Icon } from '../parts/icon.tsx'
import { InstallHint } from './install-hint.tsx'

/** Agents that the machine has not, folded: each with how to get it. */
export function MissingAgents({ agents }: { agents: readonly Agent[] }) {
  const missing = agents.filter(({ found }) => !found)
  if (missing.length === 0) return null
  return (
    <details class="missing">
      <summary>
        <Icon name="chevron" /> {t('agents.missing', { count: missing.length })}
      </summary>
      <ul>
        {missing.map(({ id, name, install }) => (
          <li key={id}>
            <h3>{name}</h3>
            {install && <InstallHint sentence={install} />}
          </li>
        ))}
      </ul>
    </details>
  )
}
