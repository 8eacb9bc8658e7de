import { cleanLabel } from '../../../shared/untrusted.ts'
import { segment, unwrap } from '../client.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export const agentLogout: Command = {
  name: 'agent-logout',
  summary: 'Forget the keys of an agent and sign out of it in its own program; its sessions end.',
  usage: 'AGENT',
  flags: {},
  positionals: { least: 1, most: 1 },
  async run({ daemon, output }, args) {
    const agent = daemon.v1.agents({ agent: segment(args.positionals[0]) })
    const done = await unwrap(agent.logout.post())
    if (output.json) output.value(done)
    else {
      for (const variable of done.removed) output.line(`The key in ${cleanLabel(variable)} is forgotten.`)
      output.line(wordsFor(done.signedIn))
    }
    return exitCodes.ok
  },
}

function wordsFor(signedIn: boolean | null): string {
  if (signedIn === null) return 'The agent cannot tell whether it is signed in.'
  return signedIn ? 'It is still signed in, by something that is not kept here.' : 'It is signed out.'
}
