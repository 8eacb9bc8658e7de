/** The main job, done with a real agent by somebody who only has a browser. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionIn, startSession } from '../../e2e/browser/testing/desk.ts'
import { realAgentLimits } from '../limits.ts'
import { check } from '../scenario.ts'
import { waitUntil } from '../wait-until.ts'
import { wordsSaid } from '../words.ts'
import type { Room } from './room.ts'

export interface BrowserStep {
  id: string
  title: string
  /** Begins a session of its own. Anything that goes wrong is thrown. */
  run(room: Room): Promise<void>
}

const begin = async (room: Room, text: string): Promise<string> => {
  const { page } = room.person
  const back = page.locator('.session-back button')
  if (await back.isVisible()) await back.click()
  await startSession(page, { agent: room.shownAs, directory: room.place.work, text })
  return sessionIn(page)
}

/** Presses the agent's own button for allowing it once, once the command was seen. */
async function allowOnce(room: Room, command: string): Promise<void> {
  const shown = room.desk.ask.locator('.judged-command')
  await shown.waitFor({ timeout: realAgentLimits.openMs })
  const text = (await shown.textContent()) ?? ''
  check(text.includes(command), `the card shows “${text}”`)
  const session = await room.session(sessionIn(room.person.page))
  const option = session.asks[0]?.options?.find(({ kind }) => kind === 'allow_once')
  if (!option) throw new Error('the agent offers nothing that allows it once')
  await room.desk.answer(option.name)
}

/** The turn is over, and the agent's last words hold these. */
async function answered({ desk }: Room, words: string): Promise<void> {
  await desk.log.locator('.entry-message', { hasText: words }).last().waitFor()
  await desk.status('Idle')
}

const file = ({ place }: Room, name: string): string | null => {
  const path = join(place.work, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

const WORDS = 40
const streamed: BrowserStep = {
  id: 'streamed',
  title: 'A turn streams',
  async run(room) {
    await begin(room, `[[tokens ${WORDS} 30]]`)
    await room.desk.log.locator('.entry-message').first().waitFor({ timeout: realAgentLimits.openMs })
    await room.desk.status('Idle')
    const said = (await room.desk.log.locator('.entry-message').last().textContent()) ?? ''
    check(wordsSaid(said) === WORDS, `the page shows “${said}”`)
  },
}

const allowed: BrowserStep = {
  id: 'allowed',
  title: 'A command is seen, allowed, and runs',
  async run(room) {
    const command = 'echo heron > allowed.txt'
    await begin(room, `[[bash ${command}]] [[say after it]]`)
    await room.desk.ask.waitFor({ timeout: realAgentLimits.openMs })
    check(file(room, 'allowed.txt') === null, 'the command ran before it was allowed')
    await allowOnce(room, command)
    await answered(room, 'after it')
    check(file(room, 'allowed.txt') === 'heron\n', 'the command did not run')
  },
}

const stopped: BrowserStep = {
  id: 'stopped',
  title: 'Stopped in a command, which ends with it',
  async run(room) {
    await begin(room, '[[bash touch begun.txt && sleep 4321]]')
    await allowOnce(room, 'sleep 4321')
    const runs = (): boolean => room.processes().some(({ command }) => /\bsleep 4321$/.test(command))
    await waitUntil(
      'the command to run',
      realAgentLimits.stepMs,
      () => file(room, 'begun.txt') !== null && runs(),
    )
    await room.person.page.getByRole('button', { name: 'Stop', exact: true }).click()
    await room.desk.log.getByText('Stopped').last().waitFor()
    await room.desk.status('Idle')
    await waitUntil('the command to be gone', realAgentLimits.goneMs, () => !runs())
    await room.desk.send('[[say still here]]')
    await answered(room, 'still here')
  },
}

const killed: BrowserStep = {
  id: 'killed',
  title: 'The daemon killed while it asks; allowed after it is back',
  async run(room) {
    const { place, person, desk } = room
    const command = 'echo heron > killed.txt'
    await begin(room, `[[bash ${command}]] [[say survived]]`)
    await desk.ask.waitFor({ timeout: realAgentLimits.openMs })
    await place.kill('all')
    const pill = person.page.locator('.session-connection .pill')
    await pill.waitFor()
    await place.start('all')
    await pill.waitFor({ state: 'detached' })
    check(file(room, 'killed.txt') === null, 'the command ran before it was allowed')
    await allowOnce(room, command)
    await answered(room, 'survived')
    check(file(room, 'killed.txt') === 'heron\n', 'the command did not run')
  },
}

export const browserSteps: readonly BrowserStep[] = [streamed, allowed, stopped, killed]
