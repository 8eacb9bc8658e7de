import { wholeNumber } from '../args.ts'
import type { Command } from '../command.ts'

const DEFAULT_HOST = '127.0.0.1'
const DEFAULT_PORT = 7887
const MOST_PORT = 65_535

export const up: Command = {
  name: 'up',
  summary:
    'Start this machine and stay in the foreground; Ctrl-C leaves open turns with the keeper, twice ends them.',
  usage: '[--port N] [--host ADDRESS] [--no-open] [--json]',
  flags: {
    port: {
      kind: 'value',
      of: 'N',
      about: `port on the loopback (default ${DEFAULT_PORT}; 0: a free one, kept)`,
    },
    host: { kind: 'value', of: 'ADDRESS', about: `address to listen on (default ${DEFAULT_HOST})` },
    'no-open': { kind: 'switch', about: 'open no browser' },
  },
  positionals: { least: 0, most: 0 },
  async run(context, args) {
    const port = wholeNumber('--port', args.value('port'), 0, MOST_PORT) ?? DEFAULT_PORT
    const { runDaemon } = await import('../roles.ts')
    return await runDaemon(context, {
      host: args.value('host') ?? DEFAULT_HOST,
      port: Math.min(port, MOST_PORT),
    })
  },
}
