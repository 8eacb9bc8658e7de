/** Gemini loses the history of a conversation that is opened within its first minute. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import { createAgents } from '../agents/agents.ts'
import { adoptConversation } from '../conversations/adopt.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { createLauncher } from './launcher.ts'

let home: TempHome
let kit: TestCore
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

/** Says when a launcher asks for a keeper, which is when it would start something. */
function launcher() {
  const wanted = Promise.withResolvers<void>()
  let asked = false
  const { core, clock } = kit
  const agents = createAgents({
    inherited: {},
    agentCommands: { gemini: [process.execPath], demo: [process.execPath] },
    home: home.path,
    bunPath: process.execPath,
    demoMain: process.execPath,
    clock,
    limits: core.limits,
  })
  const made = createLauncher({
    core,
    agents,
    clock,
    limits: core.limits,
    keeper: () => null,
    wantKeeper() {
      asked = true
      wanted.resolve()
    },
  })
  return { ...made, wanted: wanted.promise, asked: () => asked }
}

function adopt(agent: string): string {
  const done = kit.core.transact((work) =>
    adoptConversation(kit.core, work, { agent, cwd: home.path, conversation: 'c' }),
  )
  return (done.ok && kit.core.sessions.get(done.value.id)?.run) || ''
}

test('one that is taken over is opened a minute later, by a successor too, because nobody knows how old it is', async () => {
  const run = adopt('gemini')
  const first = launcher()
  first.launch(run)
  kit.clock.advance(MINUTE_MS / 2)
  first.stop()
  const second = launcher()
  second.launch(run)
  kit.clock.advance(MINUTE_MS / 2 - 1)
  expect(second.asked()).toBe(false)
  kit.clock.advance(1)
  await second.wanted
  expect(first.asked()).toBe(false)
})

test('one of any other agent is opened at once', async () => {
  const now = launcher()
  now.launch(adopt('demo'))
  await now.wanted
})
