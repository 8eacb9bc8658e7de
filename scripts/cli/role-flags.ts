import { type Args, type FlagTable, wholeNumber } from './args.ts'

const MOST_PORT = 65_535

/** Where a role listens. */
export const roleFlags = (usualPort: string): FlagTable => ({
  port: { kind: 'value', of: 'N', about: `the port (0: a free one, kept; default: ${usualPort})` },
  host: { kind: 'value', of: 'ADDRESS', about: 'the address to listen on' },
})

export const roleOptions = (args: Args): { host: string | null; port: number | null } => ({
  host: args.value('host') ?? null,
  port: wholeNumber('--port', args.value('port'), 0, MOST_PORT) ?? null,
})
