import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { Logout } from '../../shared/wire/login.ts'
import type { Agents } from '../agents/agents.ts'
import { askProgram } from '../agents/ask-program.ts'
import type { GroupDeps } from '../agents/process-group.ts'
import type { SignIns } from '../agents/sign-ins.ts'
import type { Credentials } from '../credentials/credentials.ts'
import { endSignedOut, renewRuns } from '../credentials/renew-runs.ts'
import type { DaemonLimits } from '../limits.ts'
import type { Core } from '../sessions/core.ts'
import type { Logins } from './logins.ts'

export interface LogoutDeps {
  core: Core
  agents: Agents
  credentials: Credentials
  logins: Logins
  signIns: SignIns
  clock: Clock
  limits: Pick<DaemonLimits, 'signInStatusMs' | 'signInAnswerBytes'> & GroupDeps['limits']
  onChange(agent: string): void
}

/**
 * Forgets the stored keys, which outrank a sign-in, then has the agent's own program sign out. Sessions of an agent that
 * is signed out end; one that still says it is signed in (another key in the daemon's environment) goes on.
 */
export async function signOut(deps: LogoutDeps, agent: string): Promise<Result<Logout>> {
  const known = deps.agents.entry(agent)
  if (!known.ok) return known
  const entry = known.value
  await deps.logins.cancel(agent)
  const removed = deps.credentials.removeAll(entry)
  const program = await deps.agents.signInProgram(entry)
  const words = program?.signIn.logout ?? null
  if (!words && removed.length === 0)
    return refuse('login_unsupported', 'this agent cannot be signed out from here')
  if (program && words) {
    const { home } = deps.agents.place
    const question = {
      argv: [program.path, ...words],
      env: deps.agents.environment(entry),
      cwd: home,
      ms: deps.limits.signInStatusMs,
      bytes: deps.limits.signInAnswerBytes,
    }
    await askProgram(question, deps)
  }
  deps.onChange(agent)
  const signedIn = await deps.signIns.ask(entry)
  deps.core.transact((work) => {
    if (signedIn === true) renewRuns(deps.core, work, agent, 'sign_in')
    else endSignedOut(deps.core, work, agent)
  })
  return ok({ removed, signedIn })
}
