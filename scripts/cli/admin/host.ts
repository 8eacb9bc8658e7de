/** What an authority does for whoever is at its own host: by its socket while it runs, else with its home in hand. */
import { existsSync } from 'node:fs'
import { actWhileStopped } from '../../../server/act-while-stopped.ts'
import { hostSocket } from '../../../shared/home/authority-socket.ts'
import { Value } from '../../../shared/typebox.ts'
import { type HostAct, HostAnswer } from '../../../shared/wire/host-act.ts'
import { CliError } from '../cli-error.ts'
import { errorOf } from '../client.ts'
import type { Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { cliLimits } from '../limits.ts'
import { userLines } from './user-lines.ts'

/** `act` on this host, and its answer said. */
export async function onHost(context: Context, act: HostAct): Promise<ExitCode> {
  const answer = await askHost(context, act)
  const { output } = context
  if (output.json) output.value('users' in answer ? answer.users : 'link' in answer ? answer.link : answer)
  else if ('users' in answer) for (const line of userLines(answer.users)) output.line(line)
  else if ('setUpLink' in answer) output.line(answer.setUpLink)
  else {
    output.note(
      `A new password can be set with this, once, until ${new Date(answer.link.expiresAt).toISOString()}:`,
    )
    output.line(answer.link.link)
  }
  return exitCodes.ok
}

async function askHost(context: Context, act: HostAct): Promise<HostAnswer> {
  const { home } = context
  const said = await bySocket(hostSocket(home), act)
  if (said !== null) return said
  // A daemon’s settings mean nothing here.
  const env = Object.fromEntries(
    Object.entries(context.env).filter(([name]) => !name.startsWith('FAIRLEAD_AGENT_')),
  )
  const acted = await actWhileStopped({ home, env }, act)
  switch (acted.kind) {
    case 'done':
      if (acted.result.ok) return acted.result.value
      throw errorOf(acted.result.error.body())
    case 'nothing_here':
      throw new CliError('not_found', `There is no authority in ${home}; --home names another home.`)
    case 'running':
      throw new CliError('unreachable', `The authority in ${home} does not answer at its socket.`)
    case 'refused':
      throw new CliError(acted.refusal.code, acted.refusal.message, { exit: exitCodes.error })
  }
}

/** Null: nobody listens there. */
async function bySocket(socket: string, act: HostAct): Promise<HostAnswer | null> {
  if (!existsSync(socket)) return null
  const signal = AbortSignal.timeout(cliLimits.authorityMs)
  const body = JSON.stringify(act)
  const response = await fetch('http://authority/', { unix: socket, method: 'POST', body, signal }).catch(
    (error: unknown) => {
      if (isNobodyThere(error)) return null
      throw error
    },
  )
  if (response === null) return null
  const answer: unknown = await response.json()
  if (response.ok && Value.Check(HostAnswer, answer)) return answer
  throw errorOf(answer)
}

/** A process that was killed leaves its socket behind. */
const isNobodyThere = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNREFUSED', 'ENOENT', 'ConnectionRefused', 'FailedToOpenSocket'].includes(String(error.code))
