/**
 * Sign-ins that a person does in an agent's own program, one at a time an agent. What runs is the catalogue's command
 * and never anything a request names. Whether it worked is asked of the agent afterwards.
 */
import { utf8Length } from '../../shared/bytes.ts'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { Login } from '../../shared/wire/login.ts'
import type { Agents } from '../agents/agents.ts'
import type { CatalogueEntry } from '../agents/catalogue.ts'
import type { GroupDeps } from '../agents/process-group.ts'
import type { DaemonLimits } from '../limits.ts'
import { openTerminal, type TerminalProgram } from './terminal.ts'
import { createTranscript, type Transcript } from './transcript.ts'

export interface Logins {
  /** Begins one, or answers the one under way. */
  start(agent: string): Promise<Result<Login>>
  state(agent: string): Result<Login>
  input(agent: string, text: string): Result<Login>
  /** Ends the one under way, and answers when nothing of it is left. */
  cancel(agent: string): Promise<Result<Login>>
  close(): void
}

type LoginBounds =
  | 'loginMs'
  | 'loginInputBytes'
  | 'loginOutputBytes'
  | 'loginSequenceChars'
  | 'loginLinkChars'

export interface LoginDeps {
  agents: Agents
  clock: Clock
  limits: Pick<DaemonLimits, LoginBounds> & GroupDeps['limits']
  /** The program is over: asks the agent anew, and lets whoever holds an old answer know. */
  onOver(entry: CatalogueEntry, finished: boolean): Promise<boolean | null>
}

type End = NonNullable<Login['end']>
interface Run {
  entry: CatalogueEntry
  readsInput: boolean
  startedAt: number
  transcript: Transcript
  program: TerminalProgram
  state: 'running' | 'checking' | 'ended'
  end: End | null
  signedIn: boolean | null
  settled: Promise<void>
}

// What a terminal takes as a key press of another kind than a character.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

export function createLogins(deps: LoginDeps): Logins {
  const runs = new Map<string, Run>()
  const running = (agent: string): Run | null => {
    const run = runs.get(agent)
    return run && run.state !== 'ended' ? run : null
  }
  const state = (agent: string): Result<Login> => {
    const entry = deps.agents.entry(agent)
    if (!entry.ok) return entry
    const run = runs.get(agent)
    return ok(run ? shown(run, deps.limits.loginMs) : noneOf(entry.value))
  }
  return {
    state,
    async start(agent) {
      if (running(agent)) return state(agent)
      const entry = deps.agents.entry(agent)
      if (!entry.ok) return entry
      const program = await deps.agents.signInProgram(entry.value)
      if (!program) return refuse('login_unsupported', 'this agent cannot be signed in from here')
      if (running(agent)) return state(agent)
      const run = begin(deps, entry.value, [program.path, ...program.signIn.login.args])
      if (!run) return refuse('login_unsupported', 'the agent’s sign-in could not be started')
      runs.set(agent, run)
      return state(agent)
    },
    input(agent, text) {
      const entry = deps.agents.entry(agent)
      if (!entry.ok) return entry
      if (!entry.value.signIn?.login.readsInput)
        return refuse('login_not_interactive', 'this sign-in reads nothing that is typed')
      const run = runs.get(agent)
      if (run?.state !== 'running') return refuse('login_not_running', 'no sign-in of this agent is running')
      const bound = deps.limits.loginInputBytes
      if (CONTROL.test(text) || utf8Length(text) > bound)
        return refuse('invalid_request', `input is one line of at most ${bound} bytes`, {
          field: 'body.text',
          bound,
        })
      run.program.write(`${text}\r`)
      return state(agent)
    },
    async cancel(agent) {
      const run = running(agent)
      if (run?.state === 'running') {
        run.end ??= 'cancelled'
        run.program.end()
      }
      await run?.settled
      return state(agent)
    },
    close() {
      for (const run of runs.values()) if (run.state === 'running') run.program.end()
    },
  }
}

function begin(deps: LoginDeps, entry: CatalogueEntry, argv: string[]): Run | null {
  const transcript = createTranscript(deps.limits)
  // Without stored keys: a program that has one may see no reason to sign in.
  const env = deps.agents.environment(entry)
  const cwd = deps.agents.place.home
  const program = openTerminal({ argv, env, cwd, onData: transcript.push }, deps)
  if (!program) return null
  const run: Run = {
    entry,
    readsInput: entry.signIn?.login.readsInput ?? false,
    startedAt: deps.clock.now(),
    transcript,
    program,
    state: 'running',
    end: null,
    signedIn: null,
    settled: Promise.resolve(),
  }
  const late = deps.clock.after(deps.limits.loginMs, () => {
    run.end ??= 'timed_out'
    program.end()
  })
  run.settled = program.over.then(async () => {
    late.cancel()
    transcript.end()
    run.end ??= 'finished'
    run.state = 'checking'
    run.signedIn = await deps.onOver(entry, run.end === 'finished')
    run.state = 'ended'
  })
  return run
}

const noneOf = (entry: CatalogueEntry): Login => ({
  agent: entry.id,
  state: 'none',
  readsInput: entry.signIn?.login.readsInput ?? false,
  output: '',
  link: null,
})

const shown = (run: Run, loginMs: number): Login => ({
  agent: run.entry.id,
  state: run.state,
  readsInput: run.readsInput,
  output: run.transcript.text(),
  link: run.transcript.link(),
  startedAt: run.startedAt,
  until: run.startedAt + loginMs,
  ...(run.end === null ? {} : { end: run.end }),
  ...(run.state === 'ended' ? { signedIn: run.signedIn } : {}),
})
