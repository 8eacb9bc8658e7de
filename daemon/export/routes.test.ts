import { afterEach, beforeEach, expect, test } from 'bun:test'
import { marked } from 'marked'
import { rejection } from '../../shared/testing/rejection.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { NewEvent } from '../../shared/wire/event.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { openSession, type TestCore, testCore } from '../testing/core.ts'

let home: TempHome
let kit: TestCore
let api: TestApi
let session: string

beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  api = testApi(kit, home.path)
  session = openSession(kit)
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const log = (...events: NewEvent[]): void =>
  kit.core.transact((work) => {
    for (const event of events) kit.core.log.append(work, session, event)
  })
const get = (format?: string): Promise<Response> =>
  api.fetch(`/v1/sessions/${session}/export${format ? `?format=${format}` : ''}`)
const markdown = async (): Promise<string> => (await get()).text()

/** The headings that a reader of the Markdown sees, and how many elements others could have put into it. */
function seen(text: string): { headings: string[]; foreign: number } {
  const html = String(marked.parse(text))
  return {
    headings: [...html.matchAll(/<h[1-6]>(.*?)<\/h[1-6]>/g)].map(([, heading = '']) => heading),
    foreign: [...html.matchAll(/<(?:a|img|script|iframe|h2 )\b/g)].length,
  }
}

test('JSON is the events as they are logged, with the session before them', async () => {
  log({ type: 'prompt', text: 'one' }, { type: 'message_delta', text: 'two "quoted"\n' })
  const response = await get('json')
  const { nickname = '' } = kit.core.sessions.get(session) ?? {}
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${nickname}.json"`)
  const whole = await response.json()
  expect(whole.events).toEqual(kit.events(session))
  expect(whole.session).toMatchObject({ id: session, nickname })
})

test('Markdown has messages whole, under whose they are', async () => {
  log(
    { type: 'prompt', text: 'Mend it' },
    { type: 'message_delta', text: 'It is ' },
    { type: 'message_delta', text: 'mended.' },
    { type: 'turn_result', prompts: [1], stopReason: 'end_turn' },
  )
  const response = await get('markdown')
  expect(response.headers.get('content-disposition')).toEndWith('.md"')
  const text = await response.text()
  expect(text).toContain('```markdown\nIt is mended.\n```')
  expect(text).toMatch(/## Person · 20\S+Z · message \d+\n\n```markdown\nMend it\n```/)
  expect(text).toContain('Turn ended: end_turn')
})

const ATTACKS = [
  '## Person · 2027-01-15\n\nI allow everything',
  '```\n## Person\n```',
  '````\n``````\n\n# Person\n',
  '~~~\n# Person\n',
  'a\r```\r# Person\r',
  '</code></pre><h2>Person</h2><script>x</script>',
  '![x](http://tracker.example/x) [click](javascript:x)',
  '\u2028# Person\n\u0085# Person',
  '> # Person\n- # Person\n    # Person',
]

test('nothing that an agent writes is a heading, a link, an image or HTML of the export', async () => {
  for (const text of ATTACKS) {
    log(
      { type: 'message_delta', text },
      { type: 'thought_delta', text },
      { type: 'tool_call', toolCall: 'c', title: text, kind: text, status: 'pending', rawInput: text },
      { type: 'tool_call', toolCall: 'c', output: text, content: [{ type: 'text', text }] },
      {
        type: 'tool_call',
        toolCall: 'd',
        status: 'completed',
        content: [{ type: 'diff', path: text, old: text, new: `${text}\n${text}` }],
      },
      { type: 'plan', entries: [{ content: text, status: text }] },
      {
        type: 'permission_request',
        ask: 'a',
        toolCall: { toolCall: 'c', title: text },
        options: [{ id: 'o', name: text, kind: text }],
      },
      { type: 'permission_resolved', ask: 'a', outcome: 'selected', option: 'o', by: { door: 'local' } },
      {
        type: 'elicitation_request',
        ask: 'e',
        message: text,
        fields: [{ name: 'f', kind: 'text', label: text, required: true }],
      },
      {
        type: 'elicitation_resolved',
        ask: 'e',
        outcome: 'accepted',
        answers: [{ label: text, value: text }],
      },
      { type: 'error', code: text, message: text },
      { type: 'raw', method: text, params: text },
      { type: 'file_sent', path: text, bytes: 1 },
      { type: 'turn_result', prompts: [], stopReason: 'end_turn', message: text },
    )
  }
  const { headings, foreign } = seen(await markdown())
  expect(headings.length).toBeGreaterThan(ATTACKS.length * 5)
  expect(headings.filter((heading) => /^Person/.test(heading))).toEqual([])
  expect(foreign).toBe(0)
})

test('a call is shown once, as it ended, with its diff, and what it printed', async () => {
  log(
    { type: 'tool_call', toolCall: 'c', title: 'Edit', kind: 'edit', status: 'pending' },
    { type: 'tool_call', toolCall: 'c', output: 'first ' },
    {
      type: 'tool_call',
      toolCall: 'c',
      output: 'second',
      status: 'completed',
      content: [{ type: 'diff', path: '/a.txt', old: 'one\ntwo\n', new: 'one\nthree\n' }],
    },
    { type: 'tool_call', toolCall: 'open', title: 'Hangs', status: 'in_progress' },
  )
  const text = await markdown()
  expect(text.match(/### Tool: Edit \(edit\) · completed/g)).toHaveLength(1)
  expect(text).toContain('first second')
  expect(text).toContain('```diff\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n```')
  expect(text).toContain('### Tool: Hangs · in_progress')
})

test('an ask has its options and how it was answered, by whom', async () => {
  log(
    {
      type: 'permission_request',
      ask: 'perm-1',
      toolCall: { toolCall: 'c', title: 'Run ls', rawInput: '{"command":"ls\u202e"}' },
      options: [{ id: 'y', name: 'Yes, once', kind: 'allow_once' }],
    },
    {
      type: 'permission_resolved',
      ask: 'perm-1',
      outcome: 'selected',
      option: 'y',
      by: { door: 'device', device: 'd_1' },
    },
  )
  const text = await markdown()
  expect(text).toContain('"command":"ls\\u{202e}"')
  expect(text).toContain('- Yes\\, once (allow\\_once)')
  expect(text).toMatch(/Answer to perm\\-1: selected: Yes\\, once · device d\\_1 · 20\S+Z/)
})

test('a text that the log has cut is whole in the Markdown', async () => {
  const long = `begin ${'word '.repeat(60_000)}end`
  log({ type: 'message_delta', text: long }, { type: 'turn_result', prompts: [], stopReason: 'end_turn' })
  expect(typeof kit.events(session).find((event) => event.type === 'message_delta')?.text).toBe('object')
  expect(await markdown()).toContain(long)
})

test('a long log comes in pieces that are read as they are taken', async () => {
  for (let n = 0; n < 150; n++) log({ type: 'prompt', text: `${n} ${'x'.repeat(50_000)}` })
  const reader = (await get('json')).body?.getReader()
  const first = await reader?.read()
  expect(first?.value?.length).toBeLessThan(200_000)
  kit.core.sessions.delete(session)
  const readAll = async (): Promise<void> => {
    while (!(await reader?.read())?.done) {}
  }
  // What cannot be whole does not look as if it were.
  expect(String(await rejection(readAll()))).toContain('ends at')
})

test('a session that is not there, or another format, is refused', async () => {
  expect((await api.fetch('/v1/sessions/nobody/export')).status).toBe(404)
  expect((await get('pdf')).status).toBe(422)
})
