import { parseArgs } from 'node:util'
import { unknownName } from '../real-agents/choose-agents.ts'

export const USAGE = `usage: scripts/test [--quick] [--weekly] [--ci] [PATH…]
       scripts/test [--quick] --agents [AGENT…]

  PATH…     only the tests whose path contains one of these; no other step
  --quick   without coverage
  --weekly  fuzzes with many inputs, runs the tests 20 times, then the benchmarks
  --agents  then drives real agents, offline: these, or all; the missing are installed first (2 GB in all)
  --ci      then drives the real agents that are installed; CI_AGENTS=1 installs the missing first`

export type Options =
  | { kind: 'help' }
  | { kind: 'refused'; sentence: string }
  | { kind: 'run'; quick: boolean; weekly: boolean; paths: string[]; agents: AgentsOption }

export type AgentsOption =
  | { kind: 'no' }
  /** `named`: ids; empty: all. */
  | { kind: 'yes'; named: string[] }
  | { kind: 'if_there' }

const FLAGS = ['--quick', '--weekly', '--agents', '--ci', '--help', '-h']

export function readOptions(argv: readonly string[]): Options {
  const unknown = argv.find((word) => word.startsWith('-') && !FLAGS.includes(word))
  if (unknown !== undefined) return refused(`unknown option ${unknown}`)
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      weekly: { type: 'boolean', default: false },
      agents: { type: 'boolean', default: false },
      ci: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return { kind: 'help' }
  const { quick, weekly, ci } = values
  if (weekly && (quick || positionals.length > 0)) return refused('--weekly runs everything')
  if (!values.agents) {
    const agents: AgentsOption = { kind: ci && positionals.length === 0 ? 'if_there' : 'no' }
    return { kind: 'run', quick, weekly, paths: positionals, agents }
  }
  const stranger = unknownName(positionals)
  if (stranger !== undefined) return refused(`--agents: there is no agent ${stranger}`)
  return { kind: 'run', quick, weekly, paths: [], agents: { kind: 'yes', named: positionals } }
}

const refused = (sentence: string): Options => ({ kind: 'refused', sentence })
