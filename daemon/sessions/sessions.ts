/** What a person can do with sessions: each act is one command, applied once, that answers what landed. */
import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { AnsweredBy, AskAnswer } from '../../shared/wire/ask.ts'
import type {
  CancelOutcome,
  NewSession,
  PromptLanded,
  Session,
  SessionChange,
} from '../../shared/wire/session.ts'
import type { Agents } from '../agents/agents.ts'
import { answerAsk } from '../asks/answer.ts'
import type { Command, CommandRequest, Commands } from '../commands/commands.ts'
import { adoptConversation, checkConversation, type Wanted } from '../conversations/adopt.ts'
import type { Work } from '../db/transact.ts'
import type { Hub } from '../events/hub.ts'
import { keeperLimits } from '../limits.ts'
import { checkPreset } from '../presets/choose.ts'
import { checkDirectory } from '../workspaces/directory.ts'
import { cancelTurn } from './cancel.ts'
import { changeControl, changeSession, deleteSession } from './change.ts'
import { clearSession } from './clear.ts'
import { controlOutcome } from './control-outcome.ts'
import type { Core } from './core.ts'
import { checkCreate, createSession } from './create.ts'
import { parkSession } from './parking.ts'
import { acceptPrompt, takeBack } from './prompt.ts'
import { resumeSession } from './resume.ts'
import type { SessionRow } from './session-row.ts'
import { snapshotOf } from './snapshot.ts'
import { stopSession } from './stop.ts'
import { isLive, stopTask } from './tasks.ts'
import { watchSession } from './watch.ts'

type Request = CommandRequest

export interface Sessions {
  list(): Session[]
  get(name: string): Result<Session>
  row(name: string): Result<SessionRow>
  create(request: Request, wanted: NewSession): Promise<Result<Session>>
  /** The session on a conversation of the agent's own; made where there is none. */
  adopt(request: Request, wanted: Wanted): Promise<Result<Session>>
  change(request: Request, name: string, change: SessionChange): Promise<Result<Session>>
  remove(request: Request, name: string): Promise<Result<{ deleted: string }>>
  prompt(request: Request, name: string, text: string): Promise<Result<PromptLanded>>
  takeBack(request: Request, name: string, seq: number): Promise<Result<{ seq: number }>>
  cancel(request: Request, name: string, by: AnsweredBy): Promise<Result<CancelOutcome>>
  stop(request: Request, name: string): Promise<Result<Session>>
  /** Ends its agent until it is needed again. */
  park(request: Request, name: string): Promise<Result<Session>>
  resume(request: Request, name: string): Promise<Result<Session>>
  clear(request: Request, name: string): Promise<Result<Session>>
  stopTask(request: Request, name: string, task: string): Promise<Result<Session>>
  setControl(
    request: Request,
    name: string,
    control: string,
    value: string | boolean,
  ): Promise<Result<Session>>
  answer(
    request: Request,
    name: string,
    ask: string,
    answer: AskAnswer,
    by: AnsweredBy,
  ): Promise<Result<{ ask: string; outcome: string }>>
}

export interface SessionsDeps {
  core: Core
  commands: Commands
  agents: Agents
  hub: Hub
  clock: Clock
  /** A session is gone for everybody; what is left of it can be taken away. */
  removed(session: string): void
}

/** The whole ladder, and what the words about it need. */
const END_MS = keeperLimits.stdinMs + keeperLimits.termMs + keeperLimits.killMs + 3_000

export function createSessions(deps: SessionsDeps): Sessions {
  const { core, commands } = deps
  const row = (name: string): Result<SessionRow> => {
    const found = core.sessions.find(name)
    return found ? ok(found) : refuse('session_not_found', 'there is no such session on this machine')
  }
  const get = (name: string): Result<Session> => {
    const found = row(name)
    return found.ok ? ok(snapshotOf(core, found.value)) : found
  }
  /** A command on one session that answers something. */
  const act = <T>(
    request: Request,
    name: string,
    apply: (work: Work, session: SessionRow) => Result<T>,
    finish?: (outcome: T) => Promise<T>,
  ): Promise<Result<T>> => {
    const change = (work: Work): Result<T> => {
      const session = row(name)
      return session.ok ? apply(work, session.value) : session
    }
    const command: Command<void, T> = { apply: change, ...(finish ? { finish } : {}) }
    return commands.perform(request, command)
  }
  /** A command whose answer is the session as it is afterwards. */
  const change = async (
    request: Request,
    name: string,
    apply: (work: Work, session: SessionRow) => Result<unknown>,
    finish?: (id: string) => Promise<void>,
  ): Promise<Result<Session>> => {
    const done = await act(request, name, (work, session) => {
      const outcome = apply(work, session)
      return outcome.ok ? ok({ id: session.id }) : outcome
    })
    if (!done.ok) return done
    await finish?.(done.value.id)
    return get(done.value.id)
  }

  /** Whether a session of this agent can be made in this directory now. */
  const admit = async (wanted: NewSession): Promise<Result<null>> => {
    const admitted = checkCreate(core, deps.clock.now())
    if (!admitted.ok) return admitted
    const directory = await checkDirectory(wanted.cwd, { clock: deps.clock, limits: core.limits })
    if (!directory.ok) return directory
    const launch = await deps.agents.launch(wanted.agent)
    return launch.ok ? checkPreset(core, wanted, launch.value.entry) : launch
  }

  /** Its agent and all that it started are gone, or the ladder's time is up. */
  const ended = async (id: string): Promise<void> =>
    void (await watchSession(deps, id, END_MS, () => core.sessions.get(id)?.run === null))

  return {
    list: () => core.sessions.list().map((session) => snapshotOf(core, session)),
    get,
    row,
    async create(request, wanted) {
      const done = await commands.perform(request, {
        prepare: () => admit(wanted),
        apply: (work) => createSession(core, work, wanted),
      })
      return done.ok ? get(done.value.id) : done
    },
    async adopt(request, wanted) {
      const done = await commands.perform(request, {
        async prepare() {
          const named = checkConversation(wanted.conversation)
          if (!named.ok || core.adoptions.holder(wanted.agent, wanted.conversation) !== null) return named
          return admit(wanted)
        },
        apply: (work) => adoptConversation(core, work, wanted),
      })
      return done.ok ? get(done.value.id) : done
    },
    change: (request, name, wanted) =>
      change(request, name, (work, session) => changeSession(core, work, session, wanted)),
    async remove(request, name) {
      // Its agent first: what it started must not outlive the row that names it.
      const before = row(name)
      if (before.ok && before.value.run !== null) {
        await this.stop({ ...request, key: null }, name)
      }
      const done = await act(request, name, (work, session) => deleteSession(core, work, session))
      if (done.ok) deps.removed(done.value.deleted)
      return done
    },
    prompt: (request, name, text) =>
      act(request, name, (work, session) => acceptPrompt(core, work, session, text)),
    takeBack: (request, name, seq) =>
      act(request, name, (work, session) => takeBack(core, work, session, seq)),
    cancel: (request, name, by) => {
      let id = ''
      return act(
        request,
        name,
        (work, session): Result<CancelOutcome> => {
          id = session.id
          const done = cancelTurn(core, work, session, by)
          if (done.kind === 'no_turn') return ok({ outcome: 'no_turn', turn: null, settled: true })
          const turn = done.kind === 'unprompted' ? null : done.turn
          return ok({ outcome: 'cancelling', turn, settled: done.kind === 'settled' })
        },
        async (outcome) => {
          const session = id || (core.sessions.find(name)?.id ?? '')
          const { turn } = outcome
          if (outcome.settled) return outcome
          const over = (): boolean =>
            turn === null
              ? core.lives.get(session).unpromptedCancel === null
              : core.turns.open(session)?.seq !== turn
          return { ...outcome, settled: await watchSession(deps, session, core.limits.cancelSettleMs, over) }
        },
      )
    },
    stop: (request, name) =>
      change(
        request,
        name,
        (work, session) => {
          stopSession(core, work, session)
          return ok(null)
        },
        ended,
      ),
    park: (request, name) =>
      change(request, name, (work, session) => parkSession(core, work, session), ended),
    resume: (request, name) => change(request, name, (work, session) => resumeSession(core, work, session)),
    clear: (request, name) => change(request, name, (work, session) => clearSession(core, work, session)),
    stopTask: (request, name, task) =>
      change(
        request,
        name,
        (work, session) => stopTask(core, work, session, task),
        async (id) => {
          const over = (): boolean => !isLive(core.tasks.get(id, task)?.state ?? 'stopped')
          await watchSession(deps, id, core.limits.taskStopMs, over)
        },
      ),
    async setControl(request, name, control, value) {
      const done = await act(request, name, (work, session) =>
        changeControl(core, work, session, control, value),
      )
      if (!done.ok) return done
      const settled = await controlOutcome(deps, done.value, control, value)
      return settled.ok ? get(settled.value.id) : settled
    },
    answer: (request, name, ask, answer, by) =>
      act(request, name, (work, session) => answerAsk(core, work, session.id, ask, answer, by)),
  }
}
