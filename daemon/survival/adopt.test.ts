/** Daemons that are killed while an agent tells the history of a conversation that is taken over. */
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionEvent } from '../../shared/wire/event.ts'
import { puppetCommand, type Step, steps } from '../testing/puppet.ts'
import { eventsOf, until } from '../testing/rig.ts'
import { createLives, type Lives } from './testing/lives.ts'

const chunk = (kind: 'user' | 'agent', text: string): Step => ({
  update: { sessionUpdate: `${kind}_message_chunk`, content: { type: 'text', text } },
})
const PAIRS = 40
/** Half of the history, then nothing before `go` is there, then the rest. */
function history(home: string): string {
  const told = Array.from({ length: PAIRS }, (_, n) => [
    chunk('user', `[q${n}]`),
    chunk('agent', `[a${n}]`),
  ]).flat()
  const middle = told.length / 2
  return steps(...told.slice(0, middle), { file: join(home, 'go') }, ...told.slice(middle), { result: {} })
}
const whole = Array.from({ length: PAIRS }, (_, n) => [`user [q${n}]`, `agent [a${n}]`]).flat()
const told = (events: SessionEvent[]): string[] =>
  events.flatMap((event) =>
    event.type === 'message_delta' && event.origin === 'replay'
      ? [`${event.role ?? 'agent'} ${event.text}`]
      : [],
  )

async function adopting(lives: Lives): Promise<string> {
  writeFileSync(join(lives.home, 'history'), history(lives.home))
  const rig = await lives.start()
  const { id } = await lives.command('take-over', (api, how) =>
    api.v1
      .agents({ agent: 'goose' })
      .conversations({ conversation: 'puppet-conversation' })
      .adopt.post({ cwd: lives.home }, how),
  )
  let seen = 0
  await until(rig, id, (event) => event.type === 'message_delta' && ++seen === PAIRS)
  return id
}
const puppet = (home: string) => ({
  FAIRLEAD_AGENT_GOOSE: puppetCommand('--history', join(home, 'history')),
})

test.concurrent('a daemon killed in the middle of a replay: its successor goes on, and the history is there once', async () => {
  await using lives = await createLives({ env: puppet })
  const session = await adopting(lives)
  await lives.kill()
  writeFileSync(join(lives.home, 'go'), '')
  const rig = await lives.start()
  const events = await until(rig, session, (event) => event.type === 'session_status')
  expect(events.at(-1)).toMatchObject({ status: 'adopted' })
  expect(told(events)).toEqual(whole)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1))
}, 30_000)

test.concurrent('it is killed again and again meanwhile, and the command that began it is sent again', async () => {
  await using lives = await createLives({ env: puppet })
  const session = await adopting(lives)
  await lives.kill()
  await lives.startAndKill(0)
  writeFileSync(join(lives.home, 'go'), '')
  for (const ms of [20, 60]) await lives.startAndKill(ms)
  const rig = await lives.start()
  const again = await lives.command('take-over', (api, how) =>
    api.v1
      .agents({ agent: 'goose' })
      .conversations({ conversation: 'puppet-conversation' })
      .adopt.post({ cwd: lives.home }, how),
  )
  expect(again.id).toBe(session)
  await until(rig, session, (event) => event.type === 'session_status')
  expect(told(await eventsOf(rig, session))).toEqual(whole)
}, 30_000)

test.concurrent('agent and daemon end in the middle: the next agent tells everything, and the log has it once', async () => {
  await using lives = await createLives({ env: puppet })
  const session = await adopting(lives)
  await lives.stop('all')
  writeFileSync(join(lives.home, 'go'), '')
  const rig = await lives.start()
  const isAdopted = (event: SessionEvent): boolean =>
    event.type === 'session_status' && event.status === 'adopted'
  const events = await until(rig, session, isAdopted)
  expect(told(events)).toEqual(whole)
  const statuses = events.flatMap((event) => (event.type === 'session_status' ? [event.status] : []))
  expect(statuses).toEqual(['exited', 'adopted'])
}, 30_000)
