/** A daemon killed between the start of a session and its first message: the session is still what its preset says. */
import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { puppetCommand, steps } from '../testing/puppet.ts'
import { data, eventsOf, until, untilSession } from '../testing/rig.ts'
import { createLives, keeperOf, type Lives } from './testing/lives.ts'

const SECRET = 'sk-preset-killed-0123456789'
const model = {
  id: 'm',
  name: 'Model',
  category: 'model',
  type: 'select',
  currentValue: 'small',
  options: ['small', 'large'].map((value) => ({ value, name: value })),
}

const twoAgents = (home: string): Record<string, string> => {
  writeFileSync(join(home, 'controls'), JSON.stringify([model]))
  const flags = ['--controls', join(home, 'controls'), '--log']
  return {
    // One is told by its environment, the other by the protocol.
    FAIRLEAD_AGENT_QWEN: puppetCommand(...flags, join(home, 'qwen.log')),
    FAIRLEAD_AGENT_CODEX: puppetCommand(...flags, join(home, 'codex.log'), '--providers', 'openai'),
  }
}

async function started(lives: Lives, agent: string): Promise<string> {
  const { api } = lives.rig()
  const wanted = { name: 'Local', kind: 'openai_compatible', baseUrl: 'http://127.0.0.1:9/v1' } as const
  const system = data(await api.v1.systems.post(wanted)).id
  data(await api.v1.systems({ system }).key.put({ secret: SECRET }))
  const preset = data(await api.v1.presets.post({ name: 'Fox', agent, system, model: 'large' })).id
  return data(await api.v1.sessions.post({ agent, cwd: lives.home, preset })).id
}

/** What the session is when somebody speaks to it. */
async function holds(lives: Lives, agent: string, id: string): Promise<void> {
  const rig = lives.rig()
  const now = await untilSession(rig, id, (session) => session.status === 'idle')
  expect(now.preset).toMatch(/^ps_/)
  expect(now.controls).toMatchObject([{ id: 'm', value: 'large' }])
  const text = steps({ env: 'OPENAI_API_KEY' }, { end: 'end_turn' })
  const { seq } = data(await rig.api.v1.sessions({ session: id }).prompt.post({ text }))
  const events = await until(rig, id, (event) => event.type === 'turn_result', seq)
  const said = events.flatMap((event) => (event.type === 'message_delta' ? [event.text] : []))
  if (agent === 'qwen') expect(said).toEqual([`OPENAI_API_KEY=${SECRET}`])
  else expect(lastProvider(lives.home)).toEqual({ authorization: `Bearer ${SECRET}` })
  expect((await eventsOf(rig, id)).filter((event) => event.type === 'error')).toEqual([])
}

function lastProvider(home: string): unknown {
  const lines = readFileSync(join(home, 'codex.log'), 'utf8').split('\n').filter(Boolean)
  const messages = lines.map((line) => JSON.parse(line))
  // The process that has the conversation was told before it was asked for one.
  const opened = messages.findLastIndex(({ method }) => method === 'session/new')
  const told = messages
    .slice(0, opened)
    .findLast(({ method }) => /^(initialize|providers\/set)$/.test(method))
  return told?.params.headers
}

for (const agent of ['qwen', 'codex']) {
  // From "nothing was started yet" to "it waits for its first message".
  for (const afterMs of [0, 15, 60, 400]) {
    test.concurrent(`a daemon killed ${afterMs} ms into the start of ${agent} with a preset`, async () => {
      await using lives = await createLives({ env: twoAgents })
      await lives.start()
      const id = await started(lives, agent)
      await Bun.sleep(afterMs)
      await lives.kill()
      await lives.start()
      await holds(lives, agent, id)
    }, 60_000)
  }

  test.concurrent(`a daemon and its keeper killed before the first message to ${agent}`, async () => {
    await using lives = await createLives({ env: twoAgents })
    const rig = await lives.start()
    const keeper = await keeperOf(rig)
    const id = await started(lives, agent)
    await untilSession(rig, id, (session) => session.status === 'idle')
    await lives.kill()
    process.kill(keeper, 'SIGKILL')
    await lives.start()
    await holds(lives, agent, id)
  }, 60_000)
}
