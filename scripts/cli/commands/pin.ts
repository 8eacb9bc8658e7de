import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { printSession } from '../session-lines.ts'

export const pin: Command = {
  name: 'pin',
  summary: 'Keep a session from being pruned before others.',
  usage: 'SESSION [--off]',
  flags: { off: { kind: 'switch', about: 'unpin it' } },
  positionals: { least: 1, most: 1 },
  async run({ daemon, output }, args) {
    const at = daemon.v1.sessions({ session: segment(args.positionals[0]) })
    printSession(output, await unwrap(at.patch({ pinned: !args.switch('off') })))
    return exitCodes.ok
  },
}
