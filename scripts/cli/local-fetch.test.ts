import { expect, test } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemRandom } from '../../shared/ids.ts'
import { rejection } from '../../shared/testing/rejection.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { systemClock } from '../../shared/time.ts'
import { localFetch } from './local-fetch.ts'

const fetchFor = (home: string) => localFetch({ home, clock: systemClock, random: systemRandom })

async function writeRun(home: string, daemonUrl: string) {
  const socket = join(home, 'run', 'daemon.sock')
  await mkdir(join(home, 'run'), { recursive: true })
  const run = { pid: process.pid, url: daemonUrl, daemonUrl, version: '0', socket }
  await writeFile(join(home, 'run.json'), JSON.stringify(run))
  return socket
}

test('a home without a daemon, and one whose daemon died, are unreachable and say how to start', async () => {
  await using home = await tempHome()
  const fetch = fetchFor(home.path)
  const sentence = `No daemon answers for ${home.path}; start one with: fairlead up --home ${home.path}`
  expect(await rejection(fetch('http://machine/v1/status'))).toMatchObject({ exit: 6, message: sentence })
  await writeRun(home.path, 'http://127.0.0.1:1')
  expect(await rejection(fetch('http://machine/v1/status'))).toMatchObject({ exit: 6, message: sentence })
  // A socket file that a killed daemon left behind.
  const socket = join(home.path, 'run', 'daemon.sock')
  const script = `Bun.serve({ unix: ${JSON.stringify(socket)}, fetch: () => new Response('') }); process.kill(process.pid, 'SIGKILL')`
  await Bun.spawn([process.execPath, '-e', script]).exited
  const post = fetch('http://machine/v1/sessions', { method: 'POST' })
  expect(await rejection(post)).toMatchObject({ exit: 6, message: sentence })
})

/** Speaks as little HTTP as it takes: hangs up on the first requests after reading them, answers the others. */
function hangingUp(socket: string, times: number) {
  const heads: string[] = []
  const listener = Bun.listen({
    unix: socket,
    socket: {
      data(connection, bytes) {
        heads.push(bytes.toString())
        if (heads.length > times) connection.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
        connection.end()
      },
    },
  })
  const keys = () => heads.map((head) => /^idempotency-key: *(.*)\r$/im.exec(head)?.[1] ?? null)
  return { keys, stop: () => listener.stop(true) }
}

test('a mutation whose connection broke is sent again under its own key', async () => {
  await using home = await tempHome()
  const server = hangingUp(await writeRun(home.path, 'http://127.0.0.1:1'), 2)
  const answer = await fetchFor(home.path)('http://machine/v1/sessions', { method: 'POST' })
  expect(await answer.text()).toBe('ok')
  const keys = server.keys()
  expect(keys).toEqual([keys[0] ?? '', keys[0] ?? '', keys[0] ?? ''])
  expect(keys[0]).toMatch(/^[0-9a-z]{26}$/)
  server.stop()
})

test('every mutation has a key of its own, and a read has none', async () => {
  await using home = await tempHome()
  const server = hangingUp(await writeRun(home.path, 'http://127.0.0.1:1'), 0)
  const fetch = fetchFor(home.path)
  await fetch('http://machine/v1/sessions', { method: 'POST' })
  await fetch('http://machine/v1/sessions', { method: 'POST' })
  await fetch('http://machine/v1/sessions')
  const [first, second, read] = server.keys()
  expect(first).not.toBe(second)
  expect(read).toBeNull()
  server.stop()
})

test('without a socket file the loopback port is asked with the secret of the home', async () => {
  await using home = await tempHome()
  await using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => Response.json({ at: request.url, by: request.headers.get('authorization') }),
  })
  const origin = `http://127.0.0.1:${server.port}`
  await writeRun(home.path, origin)
  await writeFile(join(home.path, 'secret'), 'hush\n')
  const answer = await fetchFor(home.path)('http://machine/v1/asks/history?limit=1')
  expect(await answer.json()).toEqual({ at: `${origin}/v1/asks/history?limit=1`, by: 'Bearer hush' })
})
