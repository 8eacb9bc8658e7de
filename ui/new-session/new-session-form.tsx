import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ErrorCode } from '../../shared/errors.ts'
import { pickNickname } from '../../shared/nicknames.ts'
import { NICKNAME_PATTERN } from '../../shared/wire/session.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { useAgents } from '../machines/use-agents.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Sheet } from '../parts/sheet.tsx'
import type { MachineLink } from '../state/machine.ts'
import { AgentTiles } from './agent-tiles.tsx'
import { DirectoryField } from './directory-field.tsx'
import { NicknameField } from './nickname-field.tsx'
import { recentDirectories, startingAgent } from './starting-choice.ts'
import { useStart } from './use-start.ts'

export interface NewSessionFormProps {
  link: MachineLink
  /** The machine's. */
  label: string
  onClose: () => void
  /** Which machine. */
  children: ComponentChildren
}

const NICKNAME = new RegExp(NICKNAME_PATTERN)
const RECENT_MOST = 5

/** Everything a session needs, filled in with what was used last: often there is only Start left to press. */
export function NewSessionForm({ link, label, onClose, children }: NewSessionFormProps) {
  const { random } = usePage()
  const start = useStart(link)
  const agents = useAgents(link)
  const sessions = [...link.sessions.value.sessions.values()]
  const taken = new Set(sessions.map(({ nickname }) => nickname))
  const [nickname, setNickname] = useState(() => pickNickname(taken, random))
  const text = link.drafts.of('new')
  const kept = { agent: link.drafts.of('new/agent'), directory: link.drafts.of('new/directory') }
  const [pickedAgent, setPickedAgent] = useState<string | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const recent = recentDirectories(sessions, RECENT_MOST)
  const found = agents.is === 'ready' ? agents.value : []
  const agent = pickedAgent ?? startingAgent(kept.agent.text.value, sessions, found)
  const cwd = typed ?? (kept.directory.text.value || recent[0] || '')
  const isReady = agent !== null && cwd.startsWith('/') && NICKNAME.test(nickname)
  const at = (field: Place): string | undefined =>
    start.refused !== null && placeOf(start.refused) === field ? errorWords(start.refused) : undefined

  const submit = (event?: Event): void => {
    event?.preventDefault()
    if (!isReady || start.phase === 'starting') return
    const first = text.text.peek()
    void start.run({ agent, cwd, nickname, ...(first.trim() === '' ? {} : { text: first }) })
  }
  return (
    <form onSubmit={submit}>
      <Sheet
        title={t('new.title_on', { machine: label })}
        onClose={onClose}
        foot={
          <Button look="ink" submit busy={start.phase === 'starting'} disabled={!isReady}>
            {start.phase === 'starting' ? t('new.starting') : t('new.start')}
          </Button>
        }
      >
        {children}
        <AgentTiles agents={agents} chosen={agent} onChoose={setPickedAgent} error={at('agent')} />
        <DirectoryField link={link} value={cwd} recent={recent} onChange={setTyped} error={at('directory')} />
        <FirstMessage value={text.text.value} onInput={text.set} onSubmit={submit} />
        <NicknameField
          value={nickname}
          onChange={setNickname}
          onReroll={() => setNickname(pickNickname(new Set([...taken, nickname]), random))}
          error={NICKNAME.test(nickname) ? at('nickname') : t('new.nickname_bad')}
        />
        <p class="start-said" role="status">
          {saidWords(start, link, label, at('sheet'))}
        </p>
      </Sheet>
    </form>
  )
}

type Place = 'agent' | 'directory' | 'nickname' | 'sheet'

function placeOf(code: ErrorCode): Place {
  if (code === 'nickname_taken') return 'nickname'
  if (code === 'workspace_missing' || code === 'workspace_unresponsive') return 'directory'
  return code === 'agent_missing' || code === 'agent_not_found' ? 'agent' : 'sheet'
}

function saidWords(
  start: ReturnType<typeof useStart>,
  link: MachineLink,
  machine: string,
  refused: string | undefined,
): string {
  if (refused !== undefined) return t('new.refused', { why: refused })
  if (start.phase === 'not_known') return t('new.not_known')
  const isReached = link.circuit.state.value.is === 'connected'
  if (start.phase === 'starting') return isReached ? '' : t('new.waits', { machine })
  return isReached ? '' : t('new.not_reached', { machine })
}

interface FirstMessageProps {
  value: string
  onInput: (text: string) => void
  onSubmit: () => void
}

function FirstMessage({ value, onInput, onSubmit }: FirstMessageProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (matchMedia('(pointer: fine)').matches) box.current?.focus()
  }, [])
  return (
    <Field label={t('new.message')}>
      {(ties) => (
        <textarea
          {...ties}
          ref={box}
          class="input first-message"
          rows={3}
          placeholder={t('new.message_hint')}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
          }}
        />
      )}
    </Field>
  )
}
