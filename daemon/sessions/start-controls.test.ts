/** Controls that come with a new session, on a real daemon with the demo agent. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { demoCommand } from '../testing/puppet.ts'
import { data, mustStart, type Rig, until, untilSession } from '../testing/rig.ts'

const LONG = 60_000
let home: TempHome
let rig: Rig

beforeAll(async () => {
  home = await tempHome()
  rig = await mustStart({ home: home.path, env: { FAIRLEAD_AGENT_KIMI: demoCommand() } })
}, LONG)
afterAll(async () => {
  await rig.stop('all')
  await home.remove()
}, LONG)

test(
  'the first message is read under the mode and the model that came with the session',
  async () => {
    const controls = [
      { id: 'mode', value: 'auto' },
      { id: 'model', value: 'demo-large' },
    ]
    const body = { agent: 'kimi', cwd: home.path, text: 'run: touch by-itself', controls }
    const { id } = data(await rig.api.v1.sessions.post(body))
    // Nobody answers: in another mode it would wait for a person.
    await until(rig, id, (event) => event.type === 'turn_result')
    expect(existsSync(join(home.path, 'by-itself'))).toBe(true)
    const session = await untilSession(rig, id, ({ status }) => status === 'idle')
    const values = session.controls.map((control) => [control.id, control.value])
    expect(values).toContainEqual(['mode', 'auto'])
    expect(values).toContainEqual(['model', 'demo-large'])
  },
  LONG,
)

test(
  'what the agent does not offer is said in the log, and the session goes on without it',
  async () => {
    const controls = [
      { id: 'nothing', value: 'like it' },
      { id: 'model', value: 'unheard-of' },
    ]
    const { id } = data(
      await rig.api.v1.sessions.post({ agent: 'kimi', cwd: home.path, text: 'say: on', controls }),
    )
    const events = await until(rig, id, (event) => event.type === 'turn_result')
    const said = events.flatMap((event) => (event.type === 'error' ? [event.code] : []))
    expect(said).toEqual(['control_withdrawn', 'control_withdrawn'])
  },
  LONG,
)

test('one that is too large is refused', async () => {
  const controls = [{ id: 'model', value: 'x'.repeat(513) }]
  const refused = await rig.api.v1.sessions.post({ agent: 'kimi', cwd: home.path, controls })
  expect(refused.status).toBe(422)
})
