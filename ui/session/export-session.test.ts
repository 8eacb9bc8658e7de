import { expect, test } from 'bun:test'
import { exportSession } from './export-session.ts'

const session = { id: 's_1', nickname: 'heron' }
const answering = (
  answer: () => Response | Promise<Response>,
): { asked: string[]; fetcher: typeof fetch } => {
  const asked: string[] = []
  const fetcher = Object.assign(
    async (input: string | URL | Request) => {
      asked.push(String(input))
      return answer()
    },
    { preconnect() {} },
  )
  return { asked, fetcher }
}

test('the file has the session’s name and what the machine wrote', async () => {
  const { asked, fetcher } = answering(() => new Response('# heron'))
  const done = await exportSession(fetcher, session, 'markdown')
  expect(asked).toEqual(['http://machine/v1/sessions/s_1/export?format=markdown'])
  expect(done.ok && done.value.name).toBe('heron.md')
  expect(done.ok && (await done.value.content.text())).toBe('# heron')
})

test('a refusal keeps its code, and a file that breaks off is none', async () => {
  const envelope = { error: { code: 'session_not_found', message: 'gone' } }
  const refused = answering(() => Response.json(envelope, { status: 404 }))
  expect(await exportSession(refused.fetcher, session, 'json')).toMatchObject({
    error: { code: 'session_not_found' },
  })
  const broken = answering(
    () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            controller.error(new Error('cut'))
          },
        }),
      ),
  )
  expect(await exportSession(broken.fetcher, session, 'json')).toMatchObject({
    error: { code: 'circuit_lost' },
  })
})
