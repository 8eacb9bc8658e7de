/** The command line: arguments → one command → an exit code. */
import { systemRandom } from '../../shared/ids.ts'
import { systemClock } from '../../shared/time.ts'
import { type Args, parseArgs } from './args.ts'
import { CliError, usageError } from './cli-error.ts'
import { blobReader, connectDaemon, exportReader } from './client.ts'
import type { Command, Context } from './command.ts'
import { comingVerbs, commands, flagsOf } from './commands.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { commandHelp } from './help-text.ts'
import { homeOf } from './home.ts'
import { type Fetch, localFetch } from './local-fetch.ts'
import { createOutput } from './output.ts'
import { onInterrupt, processKeyboard, processSink } from './process.ts'

const argv = process.argv.slice(2)
const out = processSink(process.stdout)
const err = processSink(process.stderr)
// Decided before the arguments are checked, so that their refusal is already in the form that was asked for.
const json = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length).includes('--json')
const output = createOutput(out, err, { json, noColour: !!process.env.NO_COLOR })

// No await at the top: a bundle with bytecode can have none.
void main().catch(failed).then(end)

async function end(code: ExitCode): Promise<void> {
  await Promise.all([out.drained(), err.drained()])
  process.exit(code)
}

async function main(): Promise<ExitCode> {
  const { name, rest } = verbOf(argv)
  const command = await load(name)
  const args = parseArgs(rest, flagsOf(command))
  if (args.switch('help')) {
    output.write(commandHelp(command, flagsOf(command)))
    return exitCodes.ok
  }
  checkPositionals(command, args)
  return await command.run(contextOf(args), args)
}

/** Flags that mean the same for every verb may stand before it. */
function verbOf(words: readonly string[]): { name: string; rest: string[] } {
  const at = words.findIndex(
    (word, index) => !word.startsWith('-') && !['--home', '--machine'].includes(words[index - 1] ?? ''),
  )
  const name = words[at]
  if (name !== undefined) return { name, rest: words.toSpliced(at, 1) }
  if (words.includes('--version'))
    return { name: 'version', rest: words.filter((word) => word !== '--version') }
  return { name: 'help', rest: words.filter((word) => word !== '--help' && word !== '-h') }
}

async function load(name: string): Promise<Command> {
  const loader = commands.get(name)
  if (loader) return await loader()
  if (comingVerbs.has(name))
    throw new CliError('not_there_yet', `${name} is not there yet; fairlead help lists what is.`)
  throw usageError(`unknown command ${name}; fairlead help lists them`)
}

function checkPositionals(command: Command, args: Args): void {
  const { least, most } = command.positionals
  const count = args.positionals.length
  if (count < least || count > most)
    throw usageError(`usage: fairlead ${command.name} ${command.usage}`.trimEnd())
}

function contextOf(args: Args): Context {
  const home = homeOf(args.value('home'), process.cwd())
  const machine = args.value('machine') ?? null
  const fetch = fetchOf(home, machine)
  return {
    home,
    cwd: process.cwd(),
    env: operatorEnv(),
    output,
    keyboard: processKeyboard(),
    clock: systemClock,
    random: systemRandom,
    machine,
    daemon: connectDaemon(fetch),
    readBlob: blobReader(fetch),
    readExport: exportReader(fetch),
    onInterrupt,
  }
}

/** The daemon of this home, or of a machine elsewhere; the way there is loaded when it is gone. */
function fetchOf(home: string, machine: string | null): Fetch {
  const reach = { home, clock: systemClock, random: systemRandom }
  if (machine === null) return localFetch(reach)
  let remote: Promise<Fetch> | null = null
  return async (input, init) => {
    remote ??= import('./remote/machine-fetch.ts').then(({ machineFetch }) =>
      machineFetch({ ...reach, machine, note: output.note }),
    )
    return await (await remote)(input, init)
  }
}

/** A person at a terminal wants to see what is wrong; a log collector wants every line. */
function operatorEnv(): Readonly<Record<string, string | undefined>> {
  const quiet = process.stderr.isTTY && !process.env.FAIRLEAD_LOG
  return quiet ? { ...process.env, FAIRLEAD_LOG: 'warn' } : process.env
}

function failed(error: unknown): ExitCode {
  if (error instanceof CliError) {
    output.fail(error)
    return error.exit
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  output.fail(new CliError('internal', message))
  return exitCodes.error
}
