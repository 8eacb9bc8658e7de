/** A person with a phone before a machine that has one real agent: authority, relay, daemon and Chromium, all real. */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { markedProcesses } from '../../../shared/testing/processes.ts'
import type { Agent } from '../../../shared/wire/agent.ts'
import type { Session } from '../../../shared/wire/session.ts'
import { type Desk, deskOf } from '../../e2e/browser/testing/desk.ts'
import { type Person, PHONE, person, setUp } from '../../e2e/browser/testing/person.ts'
import { createPlace, type Place } from '../../e2e/browser/testing/place.ts'
import { agentProcesses, endProcesses, MARK } from '../agent-processes.ts'
import { realAgentLimits } from '../limits.ts'
import { quoted } from '../place.ts'
import type { Installed, RealAgent } from '../real-agent.ts'
import { ScenarioFailed } from '../scenario.ts'

export interface Room {
  agent: RealAgent
  /** The agent's name on the screen. */
  shownAs: string
  place: Place
  person: Person
  desk: Desk
  /** On everything that is started in it. */
  mark: string
  /** The session as the machine has it. */
  session(id: string): Promise<Session>
  processes(): ReturnType<typeof agentProcesses>
  close(): Promise<void>
}

export async function openRoom(parts: {
  agent: RealAgent
  installed: Installed
  stub: string
  path: string
  browser: Browser
}): Promise<Room> {
  const { agent, installed, stub, path, browser } = parts
  const root = await mkdtemp(join(await realpath(tmpdir()), 'fl-'))
  const [home, temp] = [join(root, 'home'), join(root, 'tmp')]
  for (const folder of [home, temp]) await mkdir(folder)
  const around = {
    PATH: path,
    HOME: home,
    TMPDIR: temp,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    SHELL: '/bin/bash',
    ...agent.env(home, stub),
    [MARK]: root,
  }
  const place = await createPlace(around, root, {
    [`FAIRLEAD_AGENT_${agent.catalogueId.toUpperCase()}`]: agent.command(installed).map(quoted).join(' '),
  })
  await agent.configure(home, stub, place.work)
  const end = async (): Promise<void> => {
    try {
      await place.end()
    } finally {
      // The keeper of a daemon that is dead or would not end, and what it holds.
      endProcesses(markedProcesses(MARK, root))
      await rm(root, { recursive: true, force: true, maxRetries: 3 })
    }
  }
  const { someone, shownAs } = await enter().catch(async (error: unknown) => {
    await end()
    throw error
  })
  return {
    agent,
    shownAs,
    place,
    person: someone,
    desk: deskOf(someone.page),
    mark: root,
    async session(id) {
      const all: Session[] = await place.json(['sessions'])
      const found = all.find((one) => one.id === id)
      if (!found) throw new ScenarioFailed(`the machine has no session ${id}`)
      return found
    },
    processes: () => agentProcesses(root),
    async close() {
      await someone.leave()
      await end()
    },
  }

  async function enter() {
    const ready = await place.start('all')
    const known: Agent[] = await place.json(['agents'])
    const someone = await person(browser, ready.url, PHONE)
    someone.context.setDefaultTimeout(realAgentLimits.stepMs)
    await setUp(someone.page, ready.setupUrl ?? '')
    return { someone, shownAs: known.find(({ id }) => id === agent.catalogueId)?.name ?? agent.id }
  }
}
