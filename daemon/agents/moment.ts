/** An agent for a moment: started for what somebody wants to know of it, asked, and ended with nothing left. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppError, type Result, refuse } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import { within } from '../../shared/within.ts'
import { isAuthError } from '../acp/auth.ts'
import { errorText } from '../acp/error-text.ts'
import { errorLine, METHOD_NOT_FOUND, type Message, type Outcome, requestLine } from '../acp/message.ts'
import { initializeParams } from '../acp/requests.ts'
import type { DaemonLimits } from '../limits.ts'
import type { KeeperLink } from '../runs/keeper-link.ts'
import type { ScratchRun, ScratchRuns } from '../runs/scratch.ts'
import { checkDirectory } from '../workspaces/directory.ts'
import type { Agents, Launch } from './agents.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { Starts } from './starts.ts'

/** An agent that answered `initialize`. */
export interface Moment {
  entry: CatalogueEntry
  cwd: string
  /** What it answered. */
  initialized: unknown
  request(method: string, params: object): Promise<Outcome>
}

/** Null as the directory: one of the home that is nobody's. */
export type ForAMoment = <T>(
  agent: string,
  cwd: string | null,
  talk: (moment: Moment) => Promise<Result<T>>,
) => Promise<Result<T>>

export interface MomentDeps {
  agents: Agents
  starts: Starts
  scratch: ScratchRuns
  /** Starts one where there is none. */
  keeper(): Promise<KeeperLink | null>
  clock: Clock
  version: string
  limits: Pick<DaemonLimits, 'offerStarts' | 'startMs' | 'fileCallMs'>
}

export function createForAMoment(deps: MomentDeps): ForAMoment {
  const inTurn = createTurns(deps.limits.offerStarts)
  return (agent, cwd, talk) => inTurn(() => begin(deps, agent, cwd, talk))
}

/** So many at a time; the others wait in the order they came. */
function createTurns(atOnce: number): <T>(act: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async (act) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

async function begin<T>(
  deps: MomentDeps,
  agent: string,
  wanted: string | null,
  talk: (moment: Moment) => Promise<Result<T>>,
): Promise<Result<T>> {
  const launch = await deps.agents.launch(agent)
  if (!launch.ok) return launch
  const cwd = wanted ?? join(deps.agents.place.home, 'scratch')
  if (wanted === null) await mkdir(cwd, { recursive: true, mode: 0o700 })
  const directory = await checkDirectory(cwd, deps)
  if (!directory.ok) return directory
  const link = await deps.keeper()
  if (!link) return refuse('start_failed', 'there is no keeper that could start it')
  const answer = await converse(deps, link, launch.value, cwd, talk)
  if (answer.ok) deps.starts.forget(agent)
  else if (answer.error.code === 'agent_signed_out') deps.starts.refused(agent, answer.error.message)
  return answer
}

async function converse<T>(
  deps: MomentDeps,
  link: KeeperLink,
  { argv, env, entry }: Launch,
  cwd: string,
  talk: (moment: Moment) => Promise<Result<T>>,
): Promise<Result<T>> {
  const waits = new Map<string, (outcome: Outcome) => void>()
  const run: ScratchRun = deps.scratch.start(link, { argv, env, cwd }, (message) =>
    answerAgent(run, waits, message),
  )
  const request = (method: string, params: object): Promise<Outcome> => {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    waits.set(method, resolve)
    run.send(requestLine(method, method, params))
    return promise
  }
  const open = async (): Promise<Result<T>> => {
    const first = await request('initialize', initializeParams(deps.version, false))
    if (!first.ok) return { ok: false, error: refusalOf(first) }
    return talk({ entry, cwd, initialized: first.result, request })
  }
  const died = run.ended.then((why) => refuse('start_failed', cleanLabel(why, 1000)))
  const answer = await within(deps.clock, deps.limits.startMs, Promise.race([open(), died]))
  run.end()
  const seconds = Math.round(deps.limits.startMs / 1000)
  return answer ?? refuse('start_failed', `the agent did not open within ${seconds} s`)
}

/** What it asks of us in a conversation that nobody is in, it does not get. */
function answerAgent(
  run: ScratchRun,
  waits: Map<string, (outcome: Outcome) => void>,
  message: Message,
): void {
  if (message.kind === 'request')
    run.send(errorLine(message.id, METHOD_NOT_FOUND, `no method ${message.method}`))
  if (message.kind === 'response' && typeof message.id === 'string') waits.get(message.id)?.(message.outcome)
}

export function refusalOf(outcome: Extract<Outcome, { ok: false }>): AppError {
  const code = isAuthError(outcome.error) ? 'agent_signed_out' : 'start_failed'
  return refuse(code, errorText(outcome.error)).error
}
