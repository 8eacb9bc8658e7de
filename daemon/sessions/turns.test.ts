import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { answerAsk } from '../asks/answer.ts'
import { eventsOfType, openSession, spawn, type TestCore, testCore } from '../testing/core.ts'
import { cancelTurn } from './cancel.ts'
import { runEnded } from './end-run.ts'
import { acceptPrompt, takeBack } from './prompt.ts'
import { resumeSession } from './resume.ts'
import type { SessionRow } from './session-row.ts'
import { stopSession } from './stop.ts'

const RUNS = 400
const BY = { door: 'local' } as const

let home: TempHome
let kit: TestCore

beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})

afterAll(async () => {
  kit.close()
  await home.remove()
})

const acts = [
  'prompt',
  'prompt',
  'prompt',
  'take_back',
  'cancel',
  'ends',
  'ends',
  'fails',
  'answers_late',
  'injected',
  'started_turn',
  'not_steered',
  'asks',
  'answer',
  'quiet',
  'wedge',
  'crash',
  'stop',
  'opens',
] as const
type Act = (typeof acts)[number]

/** A session, what its agent has to answer, and everything that was ever sent to it. */
interface Scene {
  session: string
  steering: boolean
  run: string | null
  prompt: string | null
  steers: string[]
  sent: string[]
  asked: number
}

const initialized = (scene: Scene) => ({
  protocolVersion: 1,
  agentCapabilities: { sessionCapabilities: { resume: {} } },
  _meta: { steering: { supported: scene.steering } },
})

const row = (scene: Scene): SessionRow => {
  const found = kit.core.sessions.get(scene.session)
  if (!found) throw new Error('the session is gone')
  return found
}

const phase = (scene: Scene): string | null => kit.core.runs.get(row(scene).run ?? '')?.phase ?? null

/** The agent reads what it was sent: one prompt at a time, none twice. */
function absorb(scene: Scene): void {
  const { run } = row(scene)
  if (run !== scene.run) Object.assign(scene, { run, prompt: null, steers: [] })
  if (run === null) return
  for (const { id, method } of kit.taken(scene.session)) {
    if (method !== 'session/prompt' && method !== '_session/steering') continue
    expect(scene.sent).not.toContain(String(id))
    scene.sent.push(String(id))
    if (method === '_session/steering') scene.steers.push(String(id))
    else {
      expect(scene.prompt).toBeNull()
      scene.prompt = String(id)
    }
  }
  const open = kit.db.query('SELECT seq FROM turns WHERE session = ? AND result IS NULL').all(scene.session)
  expect(open.length).toBeLessThanOrEqual(1)
}

function answerPrompt(scene: Scene, answer: object): void {
  if (scene.prompt === null) return
  const id = scene.prompt
  scene.prompt = null
  kit.says(scene.session, { id, ...answer })
}

function answerSteer(scene: Scene, answer: object): void {
  const id = scene.steers.shift()
  if (id !== undefined) kit.says(scene.session, { id, ...answer })
}

function endProcess(scene: Scene): void {
  const run = kit.core.runs.get(row(scene).run ?? '')
  const end = { end: 0, code: 0, signal: null, stderr: '', left: [] }
  if (run) kit.core.transact((work) => runEnded(kit.core, work, run, { kind: 'ended', end }))
}

function perform(scene: Scene, act: Act): void {
  const { core } = kit
  const { session } = scene
  const alive = phase(scene) === 'open'
  switch (act) {
    case 'prompt':
      core.transact((work) => acceptPrompt(core, work, row(scene), 'words'))
      return
    case 'take_back': {
      const first = core.turns.waiting(session)[0]
      if (first) core.transact((work) => takeBack(core, work, row(scene), first.seq))
      return
    }
    case 'cancel':
      core.transact((work) => cancelTurn(core, work, row(scene), BY))
      return
    case 'ends':
      return answerPrompt(scene, { result: { stopReason: 'end_turn' } })
    case 'fails':
      return answerPrompt(scene, { error: { code: -32603, message: 'no' } })
    case 'answers_late': {
      const before = scene.sent.find((id) => id.startsWith('prompt:') && id !== scene.prompt)
      if (alive && before) kit.says(session, { id: before, result: { stopReason: 'end_turn' } })
      return
    }
    case 'injected':
      return answerSteer(scene, { result: { outcome: 'injected' } })
    case 'started_turn':
      return answerSteer(scene, { result: { outcome: 'startedNewTurn' } })
    case 'not_steered':
      return answerSteer(scene, { error: { code: -32603, message: 'no' } })
    case 'asks': {
      if (!alive) return
      const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }]
      const params = { sessionId: 'conversation', toolCall: { toolCallId: 't', title: 'T' }, options }
      return kit.says(session, { id: scene.asked++, method: 'session/request_permission', params })
    }
    case 'answer': {
      const ask = core.asks.open(session)[0]
      if (!ask) return
      const answer = { shown: ask.shown, option: 'yes' }
      core.transact((work) => answerAsk(core, work, session, ask.id, answer, BY))
      return
    }
    case 'quiet':
      return kit.clock.advance(core.limits.unpromptedQuietMs)
    case 'wedge':
      kit.clock.advance(core.limits.cancelWedgeMs)
      if (row(scene).ending !== null) endProcess(scene)
      return
    case 'crash':
      return endProcess(scene)
    case 'stop':
      core.transact((work) => stopSession(core, work, row(scene)))
      return endProcess(scene)
    case 'opens':
      if (phase(scene) !== 'starting') return
      spawn(kit, session)
      kit.says(session, { id: 'initialize', result: initialized(scene) })
      // A conversation in which nothing was said is begun anew.
      return core.runs.get(row(scene).run ?? '')?.opening === 'new'
        ? kit.says(session, { id: 'new', result: { sessionId: 'conversation' } })
        : kit.says(session, { id: 'resume', result: {} })
  }
}

/** The agent does its part until nothing is left to do. */
function finish(scene: Scene): void {
  for (let left = 200; ; left--) {
    if (left === 0) throw new Error('it never comes to rest')
    absorb(scene)
    const waits = kit.core.turns.waiting(scene.session).length > 0
    if (!waits && !kit.core.turns.open(scene.session) && !kit.core.asks.anyOpen(scene.session)) return
    if (row(scene).run === null) kit.core.transact((work) => resumeSession(kit.core, work, row(scene)))
    for (const act of ['opens', 'answer', 'injected', 'ends', 'quiet'] as const) {
      perform(scene, act)
      absorb(scene)
    }
  }
}

test('any sequence of acts: one turn at a time, every message sent once at most and accounted for once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...acts), { minLength: 8, maxLength: 40, size: 'max' }),
      fc.boolean(),
      (script, steering) => {
        const session = openSession(kit, { steering })
        const run = kit.core.sessions.get(session)?.run ?? null
        const scene: Scene = { session, steering, run, prompt: null, steers: [], sent: [], asked: 0 }
        for (const act of script) {
          perform(scene, act)
          absorb(scene)
        }
        finish(scene)
        const prompts = eventsOfType(kit, session, 'prompt').map((event) => event.seq)
        const named = eventsOfType(kit, session, 'turn_result').flatMap((event) => event.prompts)
        const withdrawn = eventsOfType(kit, session, 'prompt_withdrawn').map((event) => event.prompt)
        expect([...named, ...withdrawn].sort((a, b) => a - b)).toEqual(prompts)
        const delivered = eventsOfType(kit, session, 'prompt_delivered').map((event) => event.prompt)
        expect(new Set(delivered).size).toBe(delivered.length)
        const turns = eventsOfType(kit, session, 'turn_result').map((event) => event.turn)
        expect(new Set(turns).size).toBe(turns.length)
        kit.core.transact((work) => stopSession(kit.core, work, row(scene)))
        endProcess(scene)
      },
    ),
    { numRuns: RUNS, seed: 7 },
  )
}, 60_000)
