/** Signing in with a program on a real terminal, as a client does it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import type { Login } from '../../shared/wire/login.ts'
import { fakeClaude } from '../testing/fake-claude.ts'
import { puppetCommand, steps } from '../testing/puppet.ts'
import { data, mustStart, type Rig, until, untilSession } from '../testing/rig.ts'

const LONG = 60_000
let home: TempHome
let rig: Rig

beforeAll(async () => {
  home = await tempHome()
  rig = await mustStart({
    home: home.path,
    limits: { groupTermMs: 1_000 },
    env: { PATH: fakeClaude(home.path), FAIRLEAD_AGENT_CLAUDE: puppetCommand() },
  })
}, LONG)
afterAll(async () => {
  await rig.stop('all')
  await home.remove()
}, LONG)

const claude = () => rig.api.v1.agents({ agent: 'claude' })
const state = async (): Promise<Login> => data(await claude().login.get())
const seen = async () => data(await rig.api.v1.agents.get()).find((agent) => agent.id === 'claude')
const code = (answer: { error: { value: unknown } | null }) =>
  answer.error && (answer.error.value as { error: { code: string } }).error.code

/** Polls as a screen does. */
async function once(fits: (login: Login) => boolean): Promise<Login> {
  for (;;) {
    const login = await state()
    if (fits(login)) return login
    await Bun.sleep(20)
  }
}
const leftBehind = (): number => Number(readFileSync(join(home.path, 'left'), 'utf8'))
const isAlive = (pid: number): boolean => {
  try {
    // A zombie that nobody waits for has ended as well.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false // it is gone
  }
}

test(
  'a person signs in by the link it shows and a pasted code, and the agent is asked afterwards',
  async () => {
    expect(await seen()).toMatchObject({
      signedIn: false,
      signIn: { program: true, readsInput: true, canTell: true, canSignOut: true },
    })
    expect(await state()).toMatchObject({ state: 'none', output: '', readsInput: true })
    const [first, second] = await Promise.all([claude().login.post(), claude().login.post()])
    expect(data(first).startedAt).toBe(data(second).startedAt)
    const asking = await once((login) => login.output.includes('Paste the code'))
    expect(asking).toMatchObject({ state: 'running', link: 'https://login.example/go?x=1' })
    expect(asking.output).toStartWith('Key: none\nOpen this\n')
    expect(code(await claude().login.input.post({ text: 'go\u0003od' }))).toBe('invalid_request')
    const under = { headers: { 'idempotency-key': 'typed-once' } }
    data(await claude().login.input.post({ text: 'good' }, under))
    const ended = await once((login) => login.state === 'ended')
    expect(ended).toMatchObject({
      end: 'finished',
      signedIn: true,
      output: expect.stringContaining('Welcome'),
    })
    expect(await seen()).toMatchObject({ signedIn: true })
    expect(code(await claude().login.input.post({ text: 'late' }))).toBe('login_not_running')
    // Sent again under its key it is answered and not typed again.
    data(await claude().login.input.post({ text: 'good' }, under))
    await waitFor('what it left behind to be gone', LONG, () => !isAlive(leftBehind()))
  },
  LONG,
)

test(
  'signing out forgets the stored key, and the agent’s sessions end',
  async () => {
    data(await claude().credentials({ variable: 'ANTHROPIC_API_KEY' }).put({ secret: 'sk-out' }))
    const { id } = data(await rig.api.v1.sessions.post({ agent: 'claude', cwd: home.path }))
    await untilSession(rig, id, (session) => session.status === 'idle')
    const out = data(await claude().logout.post())
    expect(out).toEqual({ removed: ['ANTHROPIC_API_KEY'], signedIn: false })
    const ended = await untilSession(rig, id, (session) => session.status === 'exited')
    expect(ended.reason).toBe('agent_signed_out')
    expect(await seen()).toMatchObject({
      signedIn: false,
      credentials: [{ variable: 'ANTHROPIC_API_KEY', setAt: null }],
    })
  },
  LONG,
)

test(
  'a sign-in that is given up ends with everything it started',
  async () => {
    data(await claude().login.post())
    await once((login) => login.output.includes('Paste the code'))
    const left = leftBehind()
    const ended = data(await claude().login.delete())
    expect(ended).toMatchObject({ state: 'ended', end: 'cancelled', signedIn: false })
    expect(isAlive(left)).toBe(false)
  },
  LONG,
)

test(
  'signing in replaces an idle agent on the same conversation',
  async () => {
    const { id } = data(await rig.api.v1.sessions.post({ agent: 'claude', cwd: home.path }))
    await untilSession(rig, id, (session) => session.status === 'idle')
    data(
      await rig.api.v1
        .sessions({ session: id })
        .prompt.post({ text: steps({ say: 'a' }, { end: 'end_turn' }) }),
    )
    await until(rig, id, (event) => event.type === 'turn_result')
    data(await claude().login.post())
    await once((login) => login.output.includes('Paste the code'))
    data(await claude().login.input.post({ text: 'good' }))
    await until(rig, id, (event) => event.type === 'session_status' && event.status === 'resumed')
  },
  LONG,
)

test(
  'what cannot be signed in here says so, and input that nobody reads is refused',
  async () => {
    const opencode = rig.api.v1.agents({ agent: 'opencode' })
    expect(code(await opencode.login.post())).toBe('login_unsupported')
    expect(code(await opencode.logout.post())).toBe('login_unsupported')
    expect(code(await rig.api.v1.agents({ agent: 'codex' }).login.input.post({ text: 'x' }))).toBe(
      'login_not_interactive',
    )
    expect(code(await rig.api.v1.agents({ agent: 'nobody' }).login.post())).toBe('agent_not_found')
  },
  LONG,
)
