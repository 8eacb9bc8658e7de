/**
 * The main job by circuit, over a real relay that a recorder stands before: a turn, an ask, the daemon killed in the
 * middle, the authority killed in the middle. Afterwards: what of it could the one in the middle have read?
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomText, systemRandom } from '../../shared/ids.ts'
import { eventsIn, type LoggedLine } from '../cli/test-machine.ts'
import { linesOf } from '../cli/test-process.ts'
import { foundIn, seenIn } from './testing/seen.ts'
import { createWorld, reachable, type World } from './testing/world.ts'

setDefaultTimeout(90_000)

/** Twenty characters that nothing else says. */
const sentinel = (): string => randomText(systemRandom, 20)
const words = {
  prompt: sentinel(),
  directory: sentinel(),
  file: sentinel(),
  command: sentinel(),
  told: sentinel(),
}

let world: World
let cwd: string
beforeAll(async () => {
  world = await createWorld(process.env, `story-${process.pid}`)
  cwd = world.at('work', words.directory)
  mkdirSync(cwd)
  writeFileSync(join(cwd, words.file), `agents read this: ${words.told}\n`)
})
afterAll(() => world.end())

const onBox = (...args: string[]): string[] => [...args, '--machine', 'box']
const started = (...args: string[]): string[] => onBox(...args, '--agent', 'demo', '--cwd', cwd)

/** Follows a session's log by circuit; `until` gives the first event of that type. */
function follow(session: string) {
  const child = world.start(world.device, onBox('events', session, '--follow', '--json'))
  const lines = linesOf(child.stdout)
  const seen: LoggedLine[] = []
  return {
    seen,
    async until(type: string): Promise<LoggedLine> {
      for (;;) {
        const [event] = eventsIn(await lines.next())
        if (!event) continue
        seen.push(event)
        if (event.type === type) return event
      }
    },
    async leave(): Promise<void> {
      child.kill('SIGINT')
      await child.exited
    },
  }
}

const isWhole = (events: readonly LoggedLine[]): void =>
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1))

test('a session is created, shown and ended from elsewhere as it is on the machine', async () => {
  const text = `say: ${words.prompt}\nrun: cat ${words.file} # ${words.command}`
  const { code, out } = await world.cli(world.device, [...started('run', '--allow', 'once', '--json'), text])
  expect(code).toBe(0)
  const events = eventsIn(out)
  isWhole(events)
  expect(events.at(-1)).toMatchObject({ type: 'turn_result', stopReason: 'end_turn' })
  const [session] = await world.json(world.device, onBox('sessions'))
  expect(session).toMatchObject({ id: expect.any(String), cwd })
  const { directory: _directory, ...inLog } = words
  for (const word of Object.values(inLog)) expect(out).toContain(word)
})

test('the daemon is killed in mid-turn: the view comes back, and no event is missing or there twice', async () => {
  const { id } = await world.json(world.device, [...started('new'), `words: 100 20`])
  const view = follow(id)
  await view.until('message_delta')
  await world.killDaemon()
  await world.startDaemon()
  expect(await view.until('turn_result')).toMatchObject({ stopReason: 'end_turn' })
  await view.leave()
  isWhole(view.seen)
})

test('the authority is killed in mid-turn: the turn goes on, and the view comes back', async () => {
  const { id } = await world.json(world.device, [...started('new'), `words: 100 20`])
  const view = follow(id)
  await view.until('message_delta')
  await world.killAuthority()
  const { daemon } = await world.json(world.machine, ['status'])
  expect(daemon.sessions).toBeGreaterThan(0)
  await world.startAuthority()
  expect(await view.until('turn_result')).toMatchObject({ stopReason: 'end_turn' })
  await view.leave()
  isWhole(view.seen)
})

test('an ask outlives both of them, and is answered from elsewhere', async () => {
  const { id } = await world.json(world.device, [...started('new'), `run: echo ${words.command}`])
  const view = follow(id)
  const asked = await view.until('permission_request')
  await world.killDaemon()
  await world.killAuthority()
  await world.startAuthority()
  await world.startDaemon()
  await reachable(world)
  const answered = await world.json(world.device, onBox('answer', id, '--allow', 'once'))
  expect(answered).toMatchObject({ ask: asked.ask, outcome: 'selected' })
  expect(await view.until('permission_resolved')).toMatchObject({
    ask: asked.ask,
    option: 'once',
    by: { door: 'device' },
  })
  expect(await view.until('turn_result')).toMatchObject({ stopReason: 'end_turn' })
  await view.leave()
  isWhole(view.seen)
})

test('the one in the middle saw nothing of all that: not on its sockets, in its database or in its log', () => {
  const seen = world.recorder.recordings.flatMap(seenIn)
  const kept = filesIn(world.authority).map((path) => readFileSync(path))
  const log = [Buffer.from(world.authoritySaid())]
  expect({
    sockets: foundIn(seen, words),
    files: foundIn(kept, words),
    log: foundIn(log, words),
  }).toEqual({ sockets: [], files: [], log: [] })
  // What it has to know is there, so this looked where there is something to see.
  const known = { label: '"box"', order: '{"t":"open"', log: 'a tunnel opened' }
  expect(foundIn([...seen, ...log], known)).toEqual(['label', 'order', 'log'])
})

function filesIn(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name)
    const found = statSync(path)
    return found.isDirectory() ? filesIn(path) : found.isFile() ? [path] : []
  })
}
