import { expect, test } from 'bun:test'
import { translateReplay, translateUpdate } from '../translate.ts'
import { vendorOf } from '../vendor.ts'

const chunk = (text: string, rest: object = {}) => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
  ...rest,
})
const call = (rest: object) => ({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...rest })
const content = (text: string) => [{ type: 'content', content: { type: 'text', text } }]

test('gemini: a mode told as a chunk is a change, the same words inside prose are prose', () => {
  const gemini = vendorOf('gemini')
  expect(translateUpdate(gemini, chunk('[MODE_UPDATE] yolo'))).toEqual([
    { kind: 'control', id: 'mode', value: 'yolo' },
  ])
  expect(translateUpdate(gemini, chunk('It prints [MODE_UPDATE] yolo'))).toMatchObject([
    { event: { type: 'message_delta' } },
  ])
  expect(gemini.openAfterMs).toBe(60_000)
})

test("scaffold in the person's name is kept out of the person's words", () => {
  const replayed = (agent: string, text: string) =>
    translateReplay(vendorOf(agent), { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } })
  expect(replayed('gemini', '<session_context>\nx')).toMatchObject([
    { event: { type: 'raw', origin: 'replay' } },
  ])
  expect(replayed('kimi', '<system-reminder>\nx')).toMatchObject([
    { event: { type: 'raw', origin: 'replay' } },
  ])
  expect(replayed('claude', '<system-reminder>\nx')).toMatchObject([
    { event: { type: 'message_delta', role: 'user' } },
  ])
})

test('claude: a subagent names its call, a notice of level error is an error', () => {
  const claude = vendorOf('claude')
  const meta = { _meta: { claudeCode: { parentToolUseId: 'p' } } }
  expect(translateUpdate(claude, call({ status: 'completed', ...meta }))).toMatchObject([
    { event: { parent: 'p' } },
  ])
  const notice = (level: string) => translateUpdate(claude, chunk('x', { _meta: { claudeCode: { level } } }))
  expect(notice('error')).toMatchObject([{ event: { error: true } }])
  expect(notice('notice')).toEqual([{ kind: 'event', event: { type: 'message_delta', text: 'x' } }])
})

test("codex: output and exit come in _meta, its own terminal is no content, another's is kept", () => {
  const codex = vendorOf('codex')
  const meta = { terminal_output_delta: { data: 'hi\n' }, terminal_exit: { exit_code: 1, signal: null } }
  expect(translateUpdate(codex, call({ status: 'failed', _meta: meta }))).toEqual([
    {
      kind: 'event',
      event: {
        type: 'tool_call',
        toolCall: 't',
        status: 'failed',
        output: 'hi\n',
        rawOutput: '{"exit_code":1,"signal":null}',
      },
    },
  ])
  const terminals = ['t', 'u'].map((terminalId) => ({ type: 'terminal', terminalId }))
  expect(translateUpdate(codex, call({ content: terminals }))).toMatchObject([
    { event: { content: [{ type: 'other', json: '{"type":"terminal","terminalId":"u"}' }] } },
  ])
})

test('codex: retries and errors of its thread are errors', () => {
  const codex = vendorOf('codex')
  const info = (meta: object) =>
    translateUpdate(codex, { sessionUpdate: 'session_info_update', _meta: { codex: meta } })
  expect(info({ error: { message: 'Reconnecting', additionalDetails: 'busy', willRetry: true } })).toEqual([
    { kind: 'event', event: { type: 'error', code: 'agent_retrying', message: 'Reconnecting: busy' } },
  ])
  expect(info({ threadStatus: { type: 'frozen' } })).toMatchObject([{ event: { message: 'frozen' } }])
  expect(info({ more: 1 })).toMatchObject([{ event: { type: 'raw' } }])
})

test('zcodex: output and results are taken out of the raw output', () => {
  const zcodex = vendorOf('zcodex')
  const shell = { stdout: 'hi\n', aggregated_output: 'hi\n', exit_code: 0 }
  expect(translateUpdate(zcodex, call({ rawOutput: shell }))).toMatchObject([
    { event: { output: 'hi\n', rawOutput: '{"exit_code":0}' } },
  ])
  expect(translateUpdate(zcodex, call({ rawOutput: { content: [{ type: 'text', text: 'pong' }] } }))).toEqual(
    [
      {
        kind: 'event',
        event: { type: 'tool_call', toolCall: 't', content: [{ type: 'text', text: 'pong' }] },
      },
    ],
  )
})

test('kimi: arguments that stream are kept once, when they are complete', () => {
  const kimi = vendorOf('kimi')
  const streaming = (text: string) =>
    translateUpdate(kimi, call({ status: 'in_progress', content: content(text) }))
  expect(streaming('{"command":"l')).toEqual([])
  expect(streaming('{"command":"ls"}')).toEqual([
    {
      kind: 'event',
      event: { type: 'tool_call', toolCall: 't', status: 'in_progress', rawInput: '{"command":"ls"}' },
    },
  ])
  expect(streaming('step 1')).toMatchObject([{ event: { content: [{ text: 'step 1' }] } }])
  expect(translateUpdate(kimi, call({ status: 'completed', content: content('{"a":1}') }))).toMatchObject([
    { event: { content: [{ text: '{"a":1}' }] } },
  ])
})

test('an agent unknown here speaks the protocol as written', () => {
  expect(vendorOf('goose')).toEqual({ id: 'goose' })
})
