/** The demo agent's command line. */
export interface DemoArguments {
  journal: string | undefined
  state: string | undefined
  steering: boolean
  startDelayMs: number
}

export const USAGE =
  'usage: bun scripts/demo-agent/main.ts [--journal FILE] [--state DIR] [--no-steering] [--start-delay MS]'

/** The arguments, or a sentence that says which one is wrong. */
export function parseArguments(argv: readonly string[]): DemoArguments | string {
  const parsed: DemoArguments = { journal: undefined, state: undefined, steering: true, startDelayMs: 0 }
  for (let i = 0; i < argv.length; i++) {
    const name = argv[i]
    if (name === '--no-steering') {
      parsed.steering = false
      continue
    }
    const value = argv[++i]
    if (value === undefined) return `${name} needs a value`
    if (name === '--journal') parsed.journal = value
    else if (name === '--state') parsed.state = value
    else if (name === '--start-delay' && /^\d{1,7}$/.test(value)) parsed.startDelayMs = Number(value)
    else return `cannot use ${name} ${value}`
  }
  return parsed
}
