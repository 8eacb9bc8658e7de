/**
 * Starts a role in this process: the only file of the command line that knows how. `all` is an authority and the daemon
 * beside it, which know no more of each other than two hosts do: two listeners, two databases, a socket between them.
 */
import { hostname } from 'node:os'
import type { prepareDaemon, RunningDaemon } from '../../daemon/start.ts'
import type { RunningAuthority } from '../../server/start.ts'
import { roleNames } from '../../shared/config/unknown-names.ts'
import { CliError } from './cli-error.ts'
import type { Context } from './command.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { enrollBeside, setUpLinkOf, tunnelSettled } from './machine-beside.ts'

export interface RoleOptions {
  /** Null: what the environment says, else the loopback. */
  host: string | null
  /** 0: a free one, remembered by the home. Null: the usual one. */
  port: number | null
}

interface Refused {
  refusal: { code: string; message: string }
}

const cannotStart = ({ refusal }: Refused): CliError =>
  new CliError(refusal.code, refusal.message, { exit: exitCodes.error })

/** Runs both until a signal or a shutdown request ends them: the daemon first, so that its tunnel says goodbye. */
export async function runAll(context: Context, options: RoleOptions): Promise<ExitCode> {
  const [{ startAuthority }, { prepareDaemon }] = await Promise.all([
    import('../../server/start.ts'),
    import('../../daemon/start.ts'),
  ])
  const { home, env } = context
  const taken = prepareDaemon(daemonBeside(context, options))
  if (!taken.ok) throw cannotStart(taken)
  const first = await startAuthority({
    home,
    env: Object.fromEntries(['HOME', ...roleNames].map((name) => [name, env[name]])),
    ...options,
    local: hostname(),
  })
  if (!first.ok) {
    taken.prepared.giveBack()
    throw cannotStart(first)
  }
  const { authority } = first
  try {
    const second = await taken.prepared.start(authority.origin)
    if (!second.ok) throw cannotStart(second)
    const { daemon } = second
    const stop = stopOnInterrupt(context, daemon)
    await sayBothReady(context, authority, daemon)
    return await untilStopped(context, daemon, stop)
  } finally {
    await authority.stop()
  }
}

/** The address and the port that the operator gave are the authority's. */
function daemonBeside(context: Context, { port }: RoleOptions): Parameters<typeof prepareDaemon>[0] {
  const {
    FAIRLEAD_PORT: given,
    FAIRLEAD_HOST: _host,
    FAIRLEAD_ROLE: _role,
    FAIRLEAD_ORIGIN: _origin,
    FAIRLEAD_RELAY_URL: _relayUrl,
    ...env
  } = context.env
  const isFree = port === 0 || (port === null && given === '0')
  return { home: context.home, env, host: null, port: isFree ? 0 : null }
}

async function sayBothReady(
  context: Context,
  authority: RunningAuthority,
  daemon: RunningDaemon,
): Promise<void> {
  const { output } = context
  const problem = await enrollBeside(daemon, authority)
  if (problem !== null) output.note(problem)
  const offline = await tunnelSettled(daemon, context.clock)
  if (offline !== null) output.note(offline)
  const setupUrl = setUpLinkOf(authority, daemon)
  const machineId = daemon.enrolled()?.machine ?? null
  if (output.json) output.value({ ready: { url: authority.origin, setupUrl, machineId } })
  else {
    output.line(`ready ${authority.origin}`)
    if (setupUrl !== null) output.line(`Set it up once, within an hour: ${setupUrl}`)
  }
}

/** Runs the daemon until a signal or a shutdown request ends it. */
export async function runDaemon(context: Context, options: RoleOptions): Promise<ExitCode> {
  const { startDaemon } = await import('../../daemon/start.ts')
  const { output } = context
  const started = await startDaemon({ home: context.home, env: context.env, ...options })
  if (!started.ok) throw cannotStart(started)
  const { daemon } = started
  const stop = stopOnInterrupt(context, daemon)
  const machineId = daemon.enrolled()?.machine ?? null
  if (output.json) output.value({ ready: { url: daemon.url, setupUrl: null, machineId } })
  else output.line(`ready ${daemon.url}`)
  return await untilStopped(context, daemon, stop)
}

/** The first signal leaves turns with the keeper, a second one ends them too. */
function stopOnInterrupt({ onInterrupt, output }: Context, daemon: RunningDaemon): () => void {
  let interrupts = 0
  return onInterrupt(() => {
    interrupts++
    daemon.stop(interrupts === 1 ? 'keep' : 'all').catch((error: unknown) => output.note(String(error)))
  })
}

async function untilStopped(
  { output }: Context,
  daemon: RunningDaemon,
  ignore: () => void,
): Promise<ExitCode> {
  const { kept } = await daemon.stopped
  ignore()
  const last = keptSentence(kept)
  if (output.json) output.note(last)
  else output.line(last)
  return exitCodes.ok
}

/** Runs the authority until a signal ends it. */
export async function runAuthority(context: Context, options: RoleOptions): Promise<ExitCode> {
  const { startAuthority } = await import('../../server/start.ts')
  const { output } = context
  const env = Object.fromEntries(Object.entries(context.env).filter(([name]) => !isAgents(name)))
  const started = await startAuthority({ home: context.home, env, ...options })
  if (!started.ok) throw cannotStart(started)
  const { authority } = started
  const signalled = Promise.withResolvers<void>()
  const ignore = context.onInterrupt(signalled.resolve)
  const link = authority.setUpLink()
  const setupUrl = link === null ? null : authority.origin + link
  if (output.json) output.value({ ready: { url: authority.origin, setupUrl, machineId: null } })
  else {
    output.line(`ready ${authority.origin}`)
    if (setupUrl !== null) output.line(`Set it up once, within an hour: ${setupUrl}`)
  }
  await signalled.promise
  await authority.stop()
  ignore()
  return exitCodes.ok
}

/** A daemon's settings, which an authority would take for slips of the pen. */
const isAgents = (name: string): boolean => name.startsWith('FAIRLEAD_AGENT_')

export function keptSentence(kept: number): string {
  if (kept === 0) return 'Stopped; no turn stays with the keeper.'
  return `Stopped; ${kept} ${kept === 1 ? 'turn stays' : 'turns stay'} with the keeper.`
}
