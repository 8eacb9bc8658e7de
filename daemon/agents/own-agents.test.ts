/** `agents.toml` as a daemon takes it. */
import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { puppetCommand, steps } from '../testing/puppet.ts'
import { data, mustStart, until } from '../testing/rig.ts'

const LONG = 60_000

test(
  'an agent of one’s own is listed, started with its environment, and takes the keys it names',
  async () => {
    await using home = await tempHome()
    const [command, ...args] = puppetCommand().split(' ')
    const file = `[[agent]]
id = "mine"
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
env = { MINE_MODE = "quiet" }
credentialVariables = ["MINE_KEY"]
`
    await writeFile(join(home.path, 'agents.toml'), file)
    const rig = await mustStart({ home: home.path })
    try {
      const mine = data(await rig.api.v1.agents.get()).find((agent) => agent.id === 'mine')
      expect(mine).toMatchObject({ found: true, program: command, signIn: null, installable: false })
      const { credentials } = rig.api.v1.agents({ agent: 'mine' })
      data(await credentials({ variable: 'MINE_KEY' }).put({ secret: 'sk-mine' }))
      const text = steps({ env: 'MINE_MODE' }, { env: 'MINE_KEY' }, { end: 'end_turn' })
      const { id } = data(await rig.api.v1.sessions.post({ agent: 'mine', cwd: home.path, text }))
      const events = await until(rig, id, (event) => event.type === 'turn_result')
      const said = events.flatMap((event) => (event.type === 'message_delta' ? [event.text] : [])).join(' ')
      expect(said).toContain('MINE_MODE=quiet')
      expect(said).toContain('MINE_KEY=sk-mine')
    } finally {
      await rig.stop('all')
    }
  },
  LONG,
)

test(
  'a daemon starts with a file that it cannot use, and its status says why',
  async () => {
    await using home = await tempHome()
    await writeFile(join(home.path, 'agents.toml'), '[[agent]\nid = "mine"\n')
    const rig = await mustStart({ home: home.path })
    try {
      const { daemon } = data(await rig.api.v1.status.get())
      expect(daemon.agentsFile).toMatch(/^agents\.toml is not used: .+/)
      expect(data(await rig.api.v1.agents.get()).map((agent) => agent.id)).toContain('demo')
    } finally {
      await rig.stop('all')
    }
  },
  LONG,
)
