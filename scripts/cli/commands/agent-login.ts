import type { Login } from '../../../shared/wire/login.ts'
import { CliError } from '../cli-error.ts'
import { type Daemon, segment, unwrap } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { grownBy } from '../grown-text.ts'
import { cliLimits } from '../limits.ts'
import { safeText } from '../output.ts'
import { pause } from '../pause.ts'

export const agentLogin: Command = {
  name: 'agent-login',
  summary:
    'Sign in to an agent in its own program, on its machine: shows its link, and passes on what is typed.',
  usage: 'AGENT',
  flags: {},
  positionals: { least: 1, most: 1 },
  async run(context, args) {
    const { login } = context.daemon.v1.agents({ agent: segment(args.positionals[0]) })
    const begun = await unwrap(login.post())
    const over = new AbortController()
    const putBack = context.onInterrupt(() => over.abort())
    const typing = begun.readsInput ? passOn(context, login, over.signal) : Promise.resolve()
    try {
      const ended = await Promise.race([
        watch(context, login, begun, over.signal),
        // That nobody types any more ends nothing; that the machine is gone does.
        typing.then(() => new Promise<never>(() => {})),
      ])
      return endOf(context, ended)
    } finally {
      over.abort()
      putBack()
    }
  },
}

type At = ReturnType<Daemon['v1']['agents']>['login']

/** Shows what is new until it is over; given up when `signal` aborts. */
async function watch(context: Context, login: At, begun: Login, signal: AbortSignal): Promise<Login> {
  const { clock, output } = context
  let now = begun
  let shown = ''
  let link: string | null = null
  for (;;) {
    output.noteWrite(safeText(grownBy(shown, now.output), output.noteStyle))
    shown = now.output
    if (now.link !== null && now.link !== link) {
      link = now.link
      output.note(`\nOpen ${safeText(link, output.noteStyle)}`)
    }
    if (now.state === 'ended' || now.state === 'none') return now
    if (signal.aborted) return await unwrap(login.delete())
    await pause(clock, cliLimits.agentPollMs, signal)
    now = await unwrap(login.get())
  }
}

/** Typed blind: whether it is shown is for the program to say, which may want a key. */
async function passOn({ keyboard, output }: Context, login: At, signal: AbortSignal): Promise<void> {
  for (;;) {
    const text = await keyboard.nextLine(signal, keyboard.present)
    if (text === null) return
    try {
      await unwrap(login.input.post({ text }))
    } catch (error) {
      if (!(error instanceof CliError) || error.exit === exitCodes.unreachable) throw error
      // It ended meanwhile, which whoever watches it tells.
      if (error.code === 'login_not_running') return
      output.note(safeText(error.message, output.noteStyle))
    }
  }
}

/** How it ended says little; what the agent says of itself afterwards decides. */
function endOf({ output }: Context, ended: Login): ExitCode {
  if (ended.end === 'cancelled')
    throw new CliError('login_cancelled', 'The sign-in was given up.', {
      detail: ended,
      exit: exitCodes.cancelled,
    })
  if (ended.end === 'timed_out')
    throw new CliError('login_timed_out', 'The sign-in took too long and was ended.', {
      detail: ended,
      exit: exitCodes.error,
    })
  if (ended.signedIn === false)
    throw new CliError('not_signed_in', 'The program ended, and the agent is not signed in.', {
      detail: ended,
      exit: exitCodes.agentError,
    })
  if (output.json) output.value(ended)
  else
    output.line(
      ended.signedIn ? '\nIt is signed in.' : '\nIt is over; this agent cannot tell whether it worked.',
    )
  return exitCodes.ok
}
