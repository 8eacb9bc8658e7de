import type { ComponentChildren } from 'preact'
import type { SessionStatus } from '../../shared/wire/session.ts'
import { IconButton } from '../parts/button.tsx'
import { Dot, dotState } from '../parts/dot.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { Mark } from '../parts/mark.tsx'
import { Pill } from '../parts/pill.tsx'
import { TimeAgo } from '../parts/time-ago.tsx'
import { NOW } from './fixture-rows.ts'

const ROWS: readonly [SessionStatus, string, string, string, number][] = [
  ['blocked', 'quiet-heron', 'Fix the duration parser', 'Asks: bun test shared/duration --timeout 20000', 1],
  ['blocked', 'bold-otter', 'Which colour scheme?', 'Question: How should an unknown unit be treated?', 14],
  ['running', 'slow-plover', 'Move the relay to pause and resume', 'Ran 4 commands, edited 2 files', 3],
  ['starting', 'new-wren', 'Read the whole specification', 'Starting claude', 0],
  ['idle', 'grey-tern', 'Release notes for 0.2', 'All 214 tests pass.', 75],
  ['parked', 'small-dunlin', '把文档翻译成中文', '完成了。', 400],
  ['interrupted', 'late-curlew', 'Benchmarks of the circuit', 'Will be brought back', 900],
  [
    'exited',
    'old-knot',
    'A very long title that goes on and on until nobody reads it any more',
    'Stopped',
    9_000,
  ],
]

/** Home, as its screen puts it together. */
export function HomeList({ current }: { current?: string }) {
  return (
    <nav aria-label="Sessions">
      <div class="home-head">
        <Mark />
        <h1>Sessions</h1>
        <IconButton icon="search" label="Search" onPress={() => {}} />
        <IconButton icon="plus" label="New session" onPress={() => {}} />
      </div>
      <Machine name="workshop" needs={2}>
        {ROWS.slice(0, 5).map((row) => (
          <SessionRow key={row[1]} row={row} current={row[1] === current} />
        ))}
      </Machine>
      <Machine name="attic" offline>
        {ROWS.slice(5).map((row) => (
          <SessionRow key={row[1]} row={row} current={false} />
        ))}
      </Machine>
    </nav>
  )
}

function Machine({
  name,
  needs,
  offline,
  children,
}: {
  name: string
  needs?: number
  offline?: boolean
  children: ComponentChildren
}) {
  return (
    <section>
      <div class="machine-head">
        <h2>{name}</h2>
        {offline ? (
          <Pill connection={{ is: 'offline', since: NOW - 3_600_000 }} now={NOW} />
        ) : (
          <span>online</span>
        )}
        {needs && <span class="machine-needs">{needs} need you</span>}
      </div>
      <ul>{children}</ul>
    </section>
  )
}

function SessionRow({
  row: [state, name, title, line, minutes],
  current,
}: {
  row: (typeof ROWS)[number]
  current: boolean
}) {
  return (
    <ListRow
      href={`#/m/workshop/s/${name}`}
      lead={<Dot state={dotState(state)} />}
      title={name}
      note={title}
      detail={line}
      meta={<TimeAgo at={NOW - minutes * 60_000} now={NOW} />}
      needsYou={state === 'blocked'}
      current={current}
    />
  )
}
