import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Ask } from '../../shared/wire/ask.ts'
import { AskCard } from '../asks/ask-card.tsx'
import { Composer, type ComposerProps } from '../composer/composer.tsx'
import { ControlsStrip } from '../composer/controls-strip.tsx'
import { IconButton } from '../parts/button.tsx'
import { Dot, type DotState } from '../parts/dot.tsx'
import { Menu } from '../parts/menu.tsx'
import type { Row } from '../transcript/row.ts'
import { Transcript } from '../transcript/transcript.tsx'
import { COMMANDS, CONTROLS, summaryOf } from './fixture-asks.ts'
import { HomeList } from './home-list.tsx'

export interface SessionFrameProps {
  rows: readonly Row[]
  state: DotState
  ask?: Ask
  loadingAsk?: boolean
  composer?: Partial<ComposerProps>
  children?: ComponentChildren
}

const done = (what: string) => (value?: unknown) =>
  document.dispatchEvent(new CustomEvent('gallery', { detail: { what, value } }))

/** A session as a screen puts it together. What is pressed is told to the page, for tests. */
export function SessionFrame({ rows, state, ask, loadingAsk, composer }: SessionFrameProps) {
  const [draft, setDraft] = useState(composer?.draft ?? '')
  return (
    <div class="frame">
      <div class="frame-list">
        <HomeList current="quiet-heron" />
      </div>
      <main class="frame-session">
        <header class="frame-head">
          <IconButton icon="back" label="Back" onPress={done('back')} />
          <Dot state={state} />
          <h1>
            quiet-heron <span>Fix the duration parser</span>
          </h1>
          <Menu
            label="Session"
            items={[
              { id: 'rename', label: 'Rename', icon: 'edit', onSelect: done('rename') },
              { id: 'stop', label: 'Stop', icon: 'stop', onSelect: done('stop') },
            ]}
          />
        </header>
        <Transcript
          rows={rows}
          state="ready"
          acts={{ readBlob: async () => 'the whole', onTakeBack: done('take back') }}
        />
        {ask ? (
          <AskCard
            key={ask.id}
            summary={summaryOf(ask)}
            ask={loadingAsk ? null : ask}
            blobs={new Map()}
            agent="Claude Code"
            more={1}
            keys
            draft={null}
            onDraft={() => {}}
            sending={null}
            failed={null}
            onAnswer={done('answer')}
          />
        ) : (
          <div />
        )}
        <Composer
          name="quiet-heron"
          draft={draft}
          onDraft={setDraft}
          onSend={done('send')}
          onStop={done('stop')}
          turn="none"
          commands={COMMANDS}
          history={['Run everything again', 'Fix the duration parser']}
          queue={[]}
          onTakeBack={done('take back')}
          held={false}
          refused={null}
          sendOnEnter
          {...composer}
          {...(composer?.draft !== undefined && { draft })}
        >
          <ControlsStrip
            controls={CONTROLS}
            context={{ used: 84_000, size: 200_000, cost: { amount: 0.42, currency: 'USD' } }}
            busy={false}
            onChange={done('control')}
          />
        </Composer>
      </main>
    </div>
  )
}
