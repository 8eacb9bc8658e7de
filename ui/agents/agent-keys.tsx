import { useState } from 'preact/hooks'
import type { Agent, AgentCredential } from '../../shared/wire/agent.ts'
import { segment } from '../api/daemon.ts'
import { unwrap } from '../api/unwrap.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { agoWords } from '../parts/relative-time.ts'
import { useAttempt } from '../parts/use-attempt.ts'
import type { MachineLink } from '../state/machine.ts'
import { storedKeys } from './agent-words.ts'

export interface AgentKeysProps {
  link: MachineLink
  agent: Agent
  mayChange: boolean
  onChanged: () => void
}

/** Keys that the machine keeps for the agent: what is stored is always shown, pasting one is behind its own door. */
export function AgentKeys({ link, agent, mayChange, onChanged }: AgentKeysProps) {
  const { credentials = [], signedIn } = agent
  const stored = storedKeys(agent)
  if (credentials.length === 0 || (stored.length === 0 && !mayChange)) return null
  return (
    <div class="agent-keys">
      {stored.length > 0 && (
        <ul class="stored-keys" aria-label={t('keys.stored')}>
          {stored.map((key) => (
            <StoredKey key={key.variable} {...{ link, agent, credential: key, mayChange, onChanged }} />
          ))}
        </ul>
      )}
      {stored.length > 0 && signedIn === true && <p class="field-help">{t('keys.outrank')}</p>}
      {mayChange && <KeyDoor link={link} agent={agent} onChanged={onChanged} />}
    </div>
  )
}

type StoredKeyProps = AgentKeysProps & { credential: AgentCredential }

function StoredKey({ link, agent, credential, mayChange, onChanged }: StoredKeyProps) {
  const { now } = usePage()
  const attempt = useAttempt()
  const { variable, setAt } = credential
  const at = link.daemon.v1.agents({ agent: segment(agent.id) }).credentials({ variable: segment(variable) })
  const remove = async (): Promise<void> => {
    if (await attempt.run(() => unwrap(at.delete()))) onChanged()
  }
  return (
    <li class="stored-key">
      <span>
        <code>{variable}</code>
        <span class="fact-note">{t('keys.stored_when', { when: agoWords(setAt ?? 0, now.value) })}</span>
      </span>
      {mayChange && (
        <Button look="bare" busy={attempt.busy} onPress={() => void remove()}>
          {t('keys.remove')}
        </Button>
      )}
      <Refusal error={attempt.refused} />
    </li>
  )
}

/** The key is sent once and never comes back. A refusal leaves it where it was typed. */
function KeyDoor({ link, agent, onChanged }: Omit<AgentKeysProps, 'mayChange'>) {
  const attempt = useAttempt()
  const variables = (agent.credentials ?? []).map(({ variable }) => variable)
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState(variables[0] ?? '')
  const [secret, setSecret] = useState('')
  const at = link.daemon.v1.agents({ agent: segment(agent.id) }).credentials({ variable: segment(picked) })
  const store = async (): Promise<void> => {
    if (!(await attempt.run(() => unwrap(at.put({ secret: secret.trim() }))))) return
    setSecret('')
    setOpen(false)
    onChanged()
  }
  return (
    <details class="door" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron" /> {storedKeys(agent).length > 0 ? t('keys.door_other') : t('keys.door')}
      </summary>
      <form
        class="key-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (secret.trim() !== '') void store()
        }}
      >
        {variables.length > 1 && (
          <label class="field">
            <span class="field-label">{t('keys.variable')}</span>
            <select class="input" value={picked} onChange={(event) => setPicked(event.currentTarget.value)}>
              {variables.map((variable) => (
                <option key={variable}>{variable}</option>
              ))}
            </select>
          </label>
        )}
        <TextField
          label={variables.length > 1 ? t('keys.key') : <code>{picked}</code>}
          type="password"
          value={secret}
          onInput={setSecret}
          help={t('keys.help')}
        />
        <div class="section-acts">
          <Button look="ink" submit busy={attempt.busy} disabled={secret.trim() === ''}>
            {t('keys.store')}
          </Button>
        </div>
        <Refusal error={attempt.refused} />
      </form>
    </details>
  )
}
