import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Machine } from '../../shared/wire/machine.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { may } from '../machines/may.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { lazySheet } from '../parts/lazy-sheet.tsx'
import { Sheet } from '../parts/sheet.tsx'
import type { MachineLink } from '../state/machine.ts'
import { AgentTiles } from './agent-tiles.tsx'
import { ControlsPart } from './controls-part.tsx'
import { DirectoryField } from './directory-field.tsx'
import { FirstMessage } from './first-message.tsx'
import { NicknameField } from './nickname-field.tsx'
import { type Place, placeOf, startWords } from './start-words.ts'
import { isNickname, useChoices } from './use-choices.ts'
import { useStart } from './use-start.ts'

const ConversationsStep = lazySheet(async () => (await import('./conversations-step.tsx')).ConversationsStep)
const StripStep = lazySheet(async () => (await import('./strip-step.tsx')).StripStep)

export interface NewSessionFormProps {
  link: MachineLink
  machine: Machine
  onClose: () => void
  /** Which machine. */
  children: ComponentChildren
}

/** Everything a session needs, filled in with what was used last: often there is only Start left to press. */
export function NewSessionForm({ link, machine, onClose, children }: NewSessionFormProps) {
  const label = machine.label
  const [step, setStep] = useState<'form' | 'conversations' | 'strip'>('form')
  const { now } = usePage()
  const start = useStart(link)
  const choices = useChoices(link)
  const { agent, directory, nickname, text } = choices
  const body = choices.body()
  const isStarting = start.phase === 'starting'
  const at = (place: Place): string | undefined =>
    start.refused !== null && placeOf(start.refused.code) === place
      ? errorWords(start.refused.code)
      : undefined
  /** What was refused is not what is there now. */
  const changed =
    (change: (value: string) => void) =>
    (value: string): void => {
      start.forgive()
      change(value)
    }
  const submit = (event?: Event): void => {
    event?.preventDefault()
    const given = choices.body()
    if (given && !isStarting) void start.run(given)
  }
  const leave = { onBack: () => setStep('form'), onClose }
  if (step === 'conversations' && agent !== null) {
    const title = t('adopt.title', { agent: choices.tile?.agent.name ?? agent })
    return <ConversationsStep {...leave} {...{ title, link, agent, directory }} />
  }
  if (step === 'strip' && choices.startables.is === 'ready') {
    const done = (): void => {
      choices.startables.again()
      setStep('form')
    }
    return (
      <StripStep
        {...leave}
        title={t('strip.title')}
        link={link}
        startables={choices.startables.value}
        onDone={done}
      />
    )
  }
  return (
    <form onSubmit={submit}>
      <Sheet
        title={t('new.title_on', { machine: label })}
        onClose={onClose}
        foot={
          <Button look="ink" submit busy={isStarting} disabled={body === null}>
            {isStarting ? t('new.starting') : t('new.start')}
          </Button>
        }
      >
        {children}
        <AgentTiles
          choices={choices}
          onChoose={changed(choices.chooseTile)}
          onConversations={() => setStep('conversations')}
          onArrange={may(machine, 'machine:admin') ? () => setStep('strip') : null}
          error={at('agent')}
        />
        <DirectoryField
          link={link}
          value={directory}
          recent={choices.recent}
          onChange={changed(choices.setDirectory)}
          error={at('directory')}
        />
        <FirstMessage value={text.text.value} onInput={text.set} onSubmit={submit} />
        <ControlsPart link={link} choices={choices} />
        <NicknameField
          value={nickname}
          onChange={changed(choices.setNickname)}
          onReroll={changed(choices.reroll)}
          error={isNickname(nickname) ? at('nickname') : t('new.nickname_bad')}
        />
        <p class="start-said" role="status">
          {startWords(start, label, link.circuit.state.value.is === 'connected', now.value)}
        </p>
      </Sheet>
    </form>
  )
}
