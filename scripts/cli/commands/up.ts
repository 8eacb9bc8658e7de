import { wholeNumber } from '../args.ts'
import type { Command } from '../command.ts'

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
      about: 'the port (0: a free one, kept; default: 7887, else a free one)',
    },
    host: { kind: 'value', of: 'ADDRESS', about: 'the loopback address to listen on' },
    'no-open': { kind: 'switch', about: 'open no browser' },
  },
  positionals: { least: 0, most: 0 },
  async run(context, args) {
    const port = wholeNumber('--port', args.value('port'), 0, MOST_PORT) ?? null
    const { runDaemon } = await import('../roles.ts')
    return await runDaemon(context, {
      host: args.value('host') ?? null,
      port,
    })
  },
}
