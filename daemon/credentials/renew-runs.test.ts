/** What a changed key does to agents that run, with real processes. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { SessionEvent } from '../../shared/wire/event.ts'
import { puppetCommand, type Step, steps } from '../testing/puppet.ts'
import { data, eventsOf, mustStart, type Rig, until, untilSession } from '../testing/rig.ts'

const LONG = 60_000
const KEY = 'CODEX_API_KEY'
let home: TempHome
let rig: Rig

const start = () =>
  mustStart({ home: home.path, env: { FAIRLEAD_AGENT_CODEX: puppetCommand(), [KEY]: 'inherited' } })
beforeAll(async () => {
  home = await tempHome()
  rig = await start()
}, LONG)
afterAll(async () => {
  await rig.stop('all')
  await home.remove()
}, LONG)

const setKey = async (secret: string) =>
  data(await rig.api.v1.agents({ agent: 'codex' }).credentials({ variable: KEY }).put({ secret }))
const open = async (): Promise<string> => {
  const { id } = data(await rig.api.v1.sessions.post({ agent: 'codex', cwd: home.path }))
  await untilSession(rig, id, (session) => session.status === 'idle')
  return id
}
const prompt = async (session: string, ...list: Step[]): Promise<number> =>
  data(await rig.api.v1.sessions({ session }).prompt.post({ text: steps(...list) })).seq
const result = (of: number) => (event: SessionEvent) =>
  event.type === 'turn_result' && event.prompts.includes(of)
const said = (events: SessionEvent[]): string =>
  events.flatMap((event) => (event.type === 'message_delta' ? [event.text] : [])).join(' ')
const saidKey = async (session: string): Promise<string> => {
  const seq = await prompt(session, { env: KEY }, { end: 'end_turn' })
  return said((await until(rig, session, result(seq))).filter((event) => event.seq > seq))
}
const resumed = (event: SessionEvent): boolean =>
  event.type === 'session_status' && event.status === 'resumed'

test(
  'a stored key wins over what the daemon inherited, and an idle agent gets it at once',
  async () => {
    const session = await open()
    expect(await saidKey(session)).toBe(`${KEY}=inherited`)
    await setKey('first')
    const events = await until(rig, session, resumed)
    expect(
      events.find((event) => event.type === 'session_status' && event.status === 'exited'),
    ).toMatchObject({
      reason: 'config_changed',
    })
    expect(await saidKey(session)).toBe(`${KEY}=first`)
    // The same key again disturbs nobody.
    await setKey('first')
    expect(await saidKey(session)).toBe(`${KEY}=first`)
    expect((await eventsOf(rig, session)).filter(resumed)).toHaveLength(1)
  },
  LONG,
)

test(
  'an agent in a turn keeps its key until the turn ends, and what waits is for the next one',
  async () => {
    const session = await open()
    const turn = await prompt(session, { await: 'session/cancel' }, { env: KEY }, { end: 'end_turn' })
    await setKey('second')
    const waiting = await prompt(session, { env: KEY }, { end: 'end_turn' })
    data(await rig.api.v1.sessions({ session }).cancel.post())
    const events = await until(rig, session, result(waiting))
    const at = (fits: (event: SessionEvent) => boolean): number => events.findIndex(fits)
    expect(at(result(turn))).toBeLessThan(at(resumed))
    expect(at(resumed)).toBeLessThan(at(result(waiting)))
    expect(said(events)).toBe(`${KEY}=first ${KEY}=second`)
  },
  LONG,
)

test(
  'a daemon that dies before it could act is followed by one that does',
  async () => {
    const session = await open()
    const turn = await prompt(session, { env: KEY }, { pause: 1_500 }, { end: 'end_turn' })
    await setKey('third')
    await rig.kill()
    rig = await start()
    await until(rig, session, (event) => result(turn)(event))
    await until(rig, session, resumed)
    expect(await saidKey(session)).toBe(`${KEY}=third`)
  },
  LONG,
)

test(
  'an agent that says in a turn that nobody is signed in is replaced once, and the log says so',
  async () => {
    const session = await open()
    const fails: Step = { fail: { code: -32000, message: 'Authentication required' } }
    const first = await prompt(session, fails)
    const replaced = await until(rig, session, resumedOrStarted(first))
    expect(replaced.find((event) => event.type === 'error')).toMatchObject({ code: 'agent_signed_out' })
    const second = await prompt(session, fails)
    await until(rig, session, (event) => event.type === 'error' && event.seq > second)
    const errors = (await eventsOf(rig, session)).filter((event) => event.type === 'error')
    expect(errors).toHaveLength(2)
    // The second time it stays, and goes on when it can.
    expect(await saidKey(session)).toBe(`${KEY}=third`)
    expect((await eventsOf(rig, session)).filter(resumed)).toHaveLength(1)
  },
  LONG,
)

const resumedOrStarted =
  (after: number) =>
  (event: SessionEvent): boolean =>
    event.seq > after && resumed(event)
