import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eventsIn, type TestMachine, testMachine } from './test-machine.ts'

/** Starting and ending a machine, with every step of the kill ladder. */
const HOOK_MS = 20_000

let machine: TestMachine
let session: string

beforeAll(async () => {
  machine = await testMachine(process.env, `search-export-${process.pid}`)
  const { id } = await machine.json(
    'new',
    '--agent',
    'demo',
    '--nickname',
    'searched',
    'say: the lantern 灯笼 glows',
  )
  session = id
  await machine.until(session, 'turn_result')
}, HOOK_MS)

afterAll(() => machine.end(), HOOK_MS)

test('what was said is found by words, phrases and Chinese words, with the session it is in', async () => {
  const { hits, next } = await machine.json('search', 'lantern', '--session', 'searched')
  expect(next).toBeNull()
  expect(hits.map(({ role }: { role: string }) => role).sort()).toEqual(['agent', 'person', 'title'])
  expect(hits[0]).toMatchObject({ session, nickname: 'searched' })
  expect((await machine.json('search', '灯笼')).hits).toHaveLength(3)
  expect((await machine.json('search', '"glows lantern"')).hits).toEqual([])
  const { code, out } = await machine.cli('search', '"the lantern"')
  expect(code).toBe(0)
  expect(out).toMatch(/^searched 20\S+Z agent, event \d+ {2}say: the lantern/m)
  expect(out).toContain('\n  the lantern 灯笼 glows\n')
  expect(await machine.refused('search', '?!')).toEqual({ exit: 2, code: 'invalid_request' })
  expect((await machine.cli('search', 'nowhere')).err).toContain('Nothing was found.')
})

test('an export goes to stdout, or whole into a file of its owner', async () => {
  const { out } = await machine.cli('export', 'searched')
  expect(out).toContain('# say\\: the lantern')
  expect(out).toContain('```markdown\nthe lantern 灯笼 glows\n```')
  const logged = eventsIn((await machine.cli('events', session, '--json')).out)
  const { code, err } = await machine.cli('export', 'searched', '--format', 'json', '--output', 'it.json')
  const path = join(machine.work, 'it.json')
  expect([code, err.trim()]).toEqual([0, `Written to ${path}.`])
  const whole = await Bun.file(path).json()
  expect(whole.session).toMatchObject({ id: session })
  expect(whole.events.slice(0, logged.length)).toEqual(logged)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect((await machine.json('export', session)).events.length).toBeGreaterThanOrEqual(logged.length)
})

test('an export that cannot be made leaves no file', async () => {
  expect(await machine.refused('export', 'nobody', '--output', 'no.md')).toEqual({
    exit: 3,
    code: 'session_not_found',
  })
  expect((await machine.cli('export', 'searched', '--format', 'pdf')).code).toBe(2)
  expect(existsSync(join(machine.work, 'no.md'))).toBe(false)
  expect(readdirSync(machine.work).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a session that is deleted is found no more, and its rows go after it', async () => {
  const { id } = await machine.json('new', '--agent', 'demo', 'say: ephemeral')
  await machine.until(id, 'turn_result')
  expect((await machine.json('search', 'ephemeral')).hits).toHaveLength(3)
  await machine.json('stop', id)
  await machine.json('delete', id)
  expect((await machine.json('search', 'ephemeral')).hits).toEqual([])
})
