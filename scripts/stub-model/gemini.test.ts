import { expect, test } from 'bun:test'
import { eventsOf, stubForTests } from './test-stub.ts'

const stub = stubForTests()
const streaming = '/v1beta/models/gemini-x:streamGenerateContent?alt=sse'
const plain = '/v1beta/models/gemini-x:generateContent'
const said = (text: string) => ({ role: 'user', parts: [{ text }] })
const parametersJsonSchema = { type: 'object', properties: { command: { type: 'string' } } }
const tools = [{ functionDeclarations: [{ name: 'run_shell_command', parametersJsonSchema }] }]

test('a stream is answers of one part each, the last with the finish', async () => {
  const contents = [said('[[think hm]] [[say a]] [[bash ls]] [[usage 7 8]]')]
  const events = await eventsOf(await stub.post(streaming, { contents, tools }))
  expect(events.map(({ data }) => data.candidates)).toMatchObject([
    [{ content: { parts: [{ text: 'hm', thought: true }] } }],
    [{ content: { parts: [{ text: 'a' }] } }],
    [{ content: { parts: [{ functionCall: { name: 'run_shell_command', args: { command: 'ls' } } }] } }],
    [{ finishReason: 'STOP' }],
  ])
  expect(events[0]?.data).toMatchObject({ modelVersion: 'gemini-x' })
})

test('a plain answer holds all parts, and knows the results so far', async () => {
  const functionResponse = { name: 'run_shell_command', response: { output: 'a.txt' } }
  const contents = [said('[[bash ls]] [[say done]]'), { role: 'model', parts: [] }]
  const body = { contents: [...contents, { role: 'user', parts: [{ functionResponse }] }], tools }
  expect(await (await stub.post(plain, body)).json()).toMatchObject({
    candidates: [
      { content: { parts: [{ text: 'tool said: a.txt\n' }, { text: 'done' }] }, finishReason: 'STOP' },
    ],
  })
})

test('a request for JSON is housekeeping', async () => {
  const generationConfig = { responseMimeType: 'application/json', responseJsonSchema: { type: 'boolean' } }
  const response = await stub.post(plain, { contents: [said('[[hang]]')], generationConfig })
  expect(await response.json()).toMatchObject({ candidates: [{ content: { parts: [{ text: 'false' }] } }] })
})

test('tokens are counted and models are listed', async () => {
  const counted = await stub.post('/v1beta/models/gemini-x:countTokens', { contents: [said('hello')] })
  expect(await counted.json()).toEqual({ totalTokens: expect.any(Number) })
  const list = await fetch(`${stub.url}/v1beta/models`)
  expect(await list.json()).toMatchObject({ models: [{ name: 'models/stub-1' }, { name: 'models/stub-2' }] })
  const one = await fetch(`${stub.url}/v1beta/models/gemini-x`)
  expect(await one.json()).toMatchObject({ name: 'models/gemini-x' })
})
