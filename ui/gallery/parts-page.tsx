import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button, IconButton } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Dot, type DotState, dotWords } from '../parts/dot.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { TextField } from '../parts/field.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Mark } from '../parts/mark.tsx'
import { Menu } from '../parts/menu.tsx'
import { Pill } from '../parts/pill.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Tabs } from '../parts/tabs.tsx'
import type { Connection } from '../state/connection.ts'
import { NOW } from './fixture-rows.ts'

const DOTS: readonly DotState[] = [
  'needs_you',
  'live',
  'starting',
  'stopping',
  'idle',
  'resting',
  'interrupted',
  'ended',
]
const ICONS: readonly IconName[] = [
  'back',
  'chevron',
  'down',
  'check',
  'close',
  'copy',
  'edit',
  'file',
  'fetch',
  'foot',
  'lock',
  'more',
  'move',
  'plan',
  'plus',
  'search',
  'send',
  'stop',
  'terminal',
  'think',
  'tool',
  'undo',
  'delete',
  'warning',
]
const PILLS: readonly Connection[] = [
  { is: 'connected' },
  { is: 'connecting' },
  { is: 'reconnecting', attempt: 4 },
  { is: 'offline', since: NOW - 3_600_000 },
  { is: 'authority_unreachable' },
  { is: 'signed_out', why: null },
  { is: 'not_approved', code: 'ABCDE-FGHIJ' },
  { is: 'key_changed' },
]

function Part({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{name}</h2>
      {children}
    </section>
  )
}

const nothing = (): void => {}

export function PartsPage() {
  const [tab, setTab] = useState('changes')
  return (
    <main class="gallery">
      <Part name="Mark and type">
        <div class="gallery-line">
          <Mark size={16} />
          <Mark />
          <Mark size={48} />
          <Mark size={96} />
        </div>
        <div class="gallery-type">
          <p style={{ fontSize: 'var(--title)' }}>Does anything anywhere need me?</p>
          <p style={{ fontSize: 'var(--large)' }}>Does anything anywhere need me?</p>
          <p>Does anything anywhere need me?</p>
          <p style={{ fontSize: 'var(--small)' }}>Does anything anywhere need me?</p>
          <p style={{ font: '400 var(--small) / var(--line) var(--mono)' }}>
            Does anything anywhere need me?
          </p>
        </div>
      </Part>
      <Part name="States">
        <div class="gallery-line">
          {DOTS.map((state) => (
            <span key={state}>
              <Dot state={state} /> {dotWords(state)}
            </span>
          ))}
        </div>
      </Part>
      <Part name="Buttons">
        <div class="gallery-line">
          <Button look="ink" onPress={nothing}>
            Start session
          </Button>
          <Button icon="plus" onPress={nothing}>
            Add a machine
          </Button>
          <Button look="bare" icon="undo" onPress={nothing}>
            Take back
          </Button>
          <Button look="ink" busy onPress={nothing}>
            Sending
          </Button>
          <Button disabled onPress={nothing}>
            Not now
          </Button>
          <IconButton icon="search" label="Search" onPress={nothing} />
          <CopyButton text="x" />
          <Menu
            label="More"
            items={[
              { id: 'a', label: 'Rename', icon: 'edit', onSelect: nothing },
              { id: 'b', label: 'Delete', icon: 'delete', onSelect: nothing },
            ]}
          />
        </div>
      </Part>
      <Part name="Icons">
        <div class="gallery-line">
          {ICONS.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </div>
      </Part>
      <Part name="Connection">
        <div class="gallery-line">
          {PILLS.map((connection) => (
            <Pill key={connection.is} connection={connection} now={NOW} />
          ))}
        </div>
      </Part>
      <Part name="Fields">
        <div class="gallery-narrow">
          <TextField label="Name" value="mara" onInput={nothing} required />
          <TextField
            label="Password"
            type="password"
            value="short"
            onInput={nothing}
            help="Ten characters or more; a phrase is best."
            error="This one is too short."
          />
        </div>
      </Part>
      <Part name="Tabs">
        <Tabs
          label="Panel"
          current={tab}
          onChange={setTab}
          tabs={[
            { id: 'changes', label: 'Changes', count: 3 },
            { id: 'files', label: 'Files' },
            { id: 'terminal', label: 'Terminal' },
          ]}
        >
          <div class="gallery-narrow">
            <Skeleton />
          </div>
        </Tabs>
      </Part>
      <Part name="Nothing here yet">
        <EmptyState title="No machine yet" act={<Button look="ink">Add a machine</Button>}>
          Run one command where your agents are. It dials out; nothing has to be opened.
        </EmptyState>
      </Part>
    </main>
  )
}
