/** The gallery: every component in every state, one page an address. Not shipped. */
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { Toasts } from '../parts/toast.tsx'
import type { Row } from '../transcript/row.ts'
import { Transcript } from '../transcript/transcript.tsx'
import { ASKS } from './fixture-asks.ts'
import { CONVERSATION, EVERY_STATE, MANY, TORTURED } from './fixture-rows.ts'
import { HomeList } from './home-list.tsx'
import { PartsPage } from './parts-page.tsx'
import { SessionFrame } from './session-frame.tsx'

const QUEUE = [{ seq: 31, text: 'And then run the whole suite once more, please', at: 0 }]

const PAGES = {
  parts: () => <PartsPage />,
  home: () => (
    <div class="frame frame-home">
      <div class="frame-list">
        <HomeList />
      </div>
      <main class="frame-session" />
    </div>
  ),
  session: () => (
    <SessionFrame rows={CONVERSATION} state="live" composer={{ turn: 'working', queue: QUEUE }} />
  ),
  states: () => (
    <div style={{ blockSize: '2600px' }}>
      <Transcript
        rows={EVERY_STATE}
        state="ready"
        acts={{ onTakeBack() {}, onCheck() {}, onSendAgain() {} }}
      />
    </div>
  ),
  torture: () => (
    <div style={{ blockSize: '5200px' }}>
      <Transcript rows={TORTURED} state="ready" acts={{}} />
    </div>
  ),
  'ask-command': () => (
    <SessionFrame
      rows={CONVERSATION.slice(0, -1)}
      state="needs_you"
      ask={ASKS.command}
      composer={{ turn: 'working', held: true, queue: QUEUE }}
    />
  ),
  'ask-bad': () => (
    <SessionFrame
      rows={CONVERSATION.slice(0, -1)}
      state="needs_you"
      ask={ASKS.bad}
      composer={{ turn: 'working' }}
    />
  ),
  'ask-long': () => (
    <SessionFrame rows={CONVERSATION} state="needs_you" ask={ASKS.long} composer={{ turn: 'working' }} />
  ),
  'ask-loading': () => <SessionFrame rows={CONVERSATION} state="needs_you" ask={ASKS.diff} loadingAsk />,
  'ask-diff': () => (
    <SessionFrame rows={CONVERSATION} state="needs_you" ask={ASKS.diff} composer={{ turn: 'working' }} />
  ),
  question: () => (
    <SessionFrame rows={CONVERSATION} state="needs_you" ask={ASKS.question} composer={{ turn: 'working' }} />
  ),
  composer: () => (
    <SessionFrame
      rows={CONVERSATION}
      state="idle"
      composer={{ draft: '/', refused: 'The machine is busy.' }}
    />
  ),
  empty: () => <SessionFrame rows={[]} state="idle" composer={{ draft: '' }} />,
  many: () => <Growing />,
  sheet: () => <SheetPage />,
  opened: () => <Opened />,
}

function SheetPage() {
  const [open, setOpen] = useState(true)
  const [name, setName] = useState('quiet-heron')
  return (
    <>
      <HomeList />
      <Button onPress={() => setOpen(true)}>Open the sheet</Button>
      {open && (
        <Sheet
          title="Rename session"
          onClose={() => setOpen(false)}
          foot={<Button look="ink">Rename</Button>}
        >
          <TextField
            label="Nickname"
            value={name}
            onInput={setName}
            help="Letters, digits and hyphens; unique on this machine."
          />
        </Sheet>
      )}
      <Toasts
        toasts={open ? [] : [{ id: 'a', text: 'Session deleted', act: { label: 'Undo', onPress() {} } }]}
        onDismiss={() => {}}
      />
    </>
  )
}

/** The same conversation with everything that folds laid open, as a reader would press it. */
function Opened() {
  useEffect(() => {
    const press = (): void => {
      for (const line of document.querySelectorAll<HTMLElement>('details:not([open]).fold > summary'))
        line.click()
    }
    press()
    const frame = requestAnimationFrame(() => requestAnimationFrame(press))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div style={{ blockSize: '3200px' }}>
      <Transcript rows={CONVERSATION} state="ready" acts={{}} />
    </div>
  )
}

/** A long conversation that grows when the page is told to. */
function Growing() {
  const [rows, setRows] = useState<readonly Row[]>(MANY.slice(500))
  useEffect(() => {
    const grow = (): void =>
      setRows((now) => [...now, { kind: 'message', key: `grown-${now.length}`, at: 0, parts: ['One more.'] }])
    const history = (): void => setRows(MANY)
    document.addEventListener('grow', grow)
    document.addEventListener('history', history)
    return () => {
      document.removeEventListener('grow', grow)
      document.removeEventListener('history', history)
    }
  }, [])
  return <SessionFrame rows={rows} state="live" composer={{ draft: '' }} />
}

const isPage = (name: string): name is keyof typeof PAGES => name in PAGES

function Gallery() {
  const [page, setPage] = useState(location.hash.slice(1))
  useEffect(() => {
    const turn = (): void => setPage(location.hash.slice(1))
    addEventListener('hashchange', turn)
    return () => removeEventListener('hashchange', turn)
  }, [])
  if (isPage(page)) return <div key={page}>{PAGES[page]()}</div>
  return (
    <ul class="gallery">
      {Object.keys(PAGES).map((name) => (
        <li key={name}>
          <a href={`#${name}`}>{name}</a>
        </li>
      ))}
    </ul>
  )
}

const root = document.getElementById('root')
if (root) render(<Gallery />, root)
