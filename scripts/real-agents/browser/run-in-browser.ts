/** The steps in the browser with one agent, one after the other; after each nothing of the agent is left. */

import { sessionIn } from '../../e2e/browser/testing/desk.ts'
import { openBrowser } from '../../gallery/browser.ts'
import { startStubModel } from '../../stub-model/stub-model.ts'
import type { Installed, RealAgent } from '../real-agent.ts'
import { nothingLeft, type Ran, wordsOf } from '../run-scenario.ts'
import { check, pass } from '../scenario.ts'
import { openRoom, type Room } from './room.ts'
import { type BrowserStep, browserSteps } from './steps.ts'

export async function runInBrowser(run: {
  agent: RealAgent
  installed: Installed
  /** PATH of whoever runs this. */
  path: string
  onRan(step: BrowserStep, ran: Ran): void
}): Promise<void> {
  const stub = startStubModel()
  const browser = await openBrowser()
  try {
    const room = await openRoom({ ...run, stub: stub.url, browser })
    try {
      for (const step of browserSteps) run.onRan(step, await runStep(room, step))
    } finally {
      await room.close()
    }
  } finally {
    await browser.close()
    await stub.stop()
  }
}

async function runStep(room: Room, step: BrowserStep): Promise<Ran> {
  const ran = await wordsOf(async () => {
    await step.run(room)
    const { complaints, strangers } = room.person
    check(complaints.length === 0, `the page complained: ${complaints.join(' · ')}`)
    check(strangers.length === 0, `the page asked elsewhere: ${strangers.join(' · ')}`)
    return pass
  })
  const closed = await wordsOf(async () => {
    await room.place.json(['stop', sessionIn(room.person.page)])
    await nothingLeft(room.mark)
    return pass
  })
  return ran.kind === 'failed' ? ran : closed
}
