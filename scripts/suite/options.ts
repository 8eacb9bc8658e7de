import { parseArgs } from 'node:util'

export const USAGE = `usage: scripts/test [--quick] [--weekly] [PATH…]

  PATH…     only the tests whose path contains one of these; no other step
  --quick   without coverage
  --weekly  fuzzes with many inputs, runs the tests 20 times, then the benchmarks`

export type Options =
  | { kind: 'help' }
  | { kind: 'refused'; sentence: string }
  | { kind: 'run'; quick: boolean; weekly: boolean; paths: string[] }

export function readOptions(argv: readonly string[]): Options {
  const unknown = argv.find(
    (word) => word.startsWith('-') && !['--quick', '--weekly', '--help', '-h'].includes(word),
  )
  if (unknown !== undefined) return { kind: 'refused', sentence: `unknown option ${unknown}` }
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      weekly: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return { kind: 'help' }
  if (values.weekly && (values.quick || positionals.length > 0)) {
    return { kind: 'refused', sentence: '--weekly runs everything' }
  }
  return { kind: 'run', quick: values.quick, weekly: values.weekly, paths: positionals }
}
