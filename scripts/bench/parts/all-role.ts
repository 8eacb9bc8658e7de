/**
 * Role `all` in a process of its own, on a home that is removed again, with the first account signed in and a machine of
 * that account's, of which the relay sees as much as of a real one.
 */
import { join } from 'node:path'
import { type Client, dial } from '../../../server/relay/testing/client.ts'
import { startDaemon, type TestDaemon } from '../../../server/testing/daemon.ts'
import { systemRandom } from '../../../shared/ids.ts'
import { tempHome } from '../../../shared/testing/temp-home.ts'
import { toBase64url } from '../../../shared/token/base64url.ts'
import { type Static, type TSchema, Value } from '../../../shared/typebox.ts'
import { SignedIn } from '../../../shared/wire/identity.ts'
import { RegisteredMachine, Tokens } from '../../../shared/wire/machine.ts'
import { linesOf } from '../../cli/test-process.ts'

export const PASSWORD = 'seven green bottles'
export const NAME = 'ada'

export interface Asked {
  method?: string
  body?: object
  token?: string
  /** The client's, as a proxy in front says it. */
  from?: string
}

export interface AllRole {
  ask(path: string, asked?: Asked): Promise<Response>
  /** Of the first account. */
  as<T extends TSchema>(schema: T, path: string, asked?: Asked): Promise<Static<T>>
  signIn(from?: string): Promise<Static<typeof SignedIn>>
  daemon: TestDaemon
  /** Of the sign-in's device for that machine; so many a minute are given out. */
  capability(token: string): Promise<string>
  /** A spliced circuit. */
  circuit(capability: string): Promise<{ device: Client; daemon: Client }>
  stop(): Promise<void>
}

const UP = join(import.meta.dir, '../../up')

export async function startAllRole(): Promise<AllRole> {
  const temp = await tempHome()
  const around = Object.entries(process.env).filter(([name]) => !name.startsWith('FAIRLEAD_'))
  const child = Bun.spawn([UP, '--home', join(temp.path, 'home'), '--json', '--no-open', '--port', '0'], {
    env: { ...Object.fromEntries(around), FAIRLEAD_TRUSTED_PROXY_HOPS: '1', FAIRLEAD_LOG: 'error' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const { ready } = JSON.parse(await linesOf(child.stdout).next())
  const url: string = ready.url
  const ask: AllRole['ask'] = (path, { method, body, token, from } = {}) =>
    fetch(url + path, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: {
        'content-type': 'application/json',
        'x-fairlead-client': 'cli',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const as: AllRole['as'] = async (schema, path, asked) => {
    const answer: unknown = await (await ask(path, asked)).json()
    if (Value.Check(schema, answer)) return answer
    throw new TypeError(`unexpected: ${JSON.stringify(answer)}`)
  }
  const device = () => ({ key: toBase64url(systemRandom(32)), name: 'bench', platform: 'bench' })
  const setUpToken = String(ready.setupUrl).split('#')[1]?.split('.')[0]
  const first = await as(SignedIn, '/v1/set-up', {
    body: { token: setUpToken, name: NAME, password: PASSWORD, device: device() },
  })
  const made = await as(RegisteredMachine, '/v1/machines', {
    body: { label: 'bench-machine' },
    token: first.token ?? '',
  })
  const daemon = await startDaemon(url, made.enrollment.code)
  const chat = { method: 'PATCH', body: { remoteChat: true }, token: first.token ?? '' }
  await ask(`/v1/machines/${daemon.machine}`, chat)
  return {
    ask,
    as,
    daemon,
    signIn: (from = '198.51.100.1') =>
      as(SignedIn, '/v1/login', { body: { name: NAME, password: PASSWORD, device: device() }, from }),
    async capability(token) {
      const { tokens } = await as(Tokens, '/v1/tokens', { body: { machines: [daemon.machine] }, token })
      const [given] = tokens
      if (!given || !('capability' in given)) throw new TypeError(`no capability: ${JSON.stringify(given)}`)
      return given.capability
    },
    async circuit(capability) {
      const socket = await dial(`${url.replace('http', 'ws')}/relay/connect`)
      socket.send({ v: 1, capability })
      const far = await daemon.accept()
      await socket.next()
      return { device: socket, daemon: far }
    },
    async stop() {
      child.kill('SIGTERM')
      await child.exited
      await temp.remove()
    },
  }
}
