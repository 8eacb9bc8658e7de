/** What an agent offers, asked of a real process under a real keeper. */
import { expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markedProcesses } from '../../shared/testing/processes.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { puppetCommand } from '../testing/puppet.ts'
import { data, mustStart, type Rig, untilSession } from '../testing/rig.ts'

const LONG = 60_000
const read = (rig: Rig, cwd?: string) =>
  rig.api.v1.agents({ agent: 'gemini' }).capabilities.get({ query: cwd === undefined ? {} : { cwd } })
const code = (answer: { error: { value: unknown } | null }) =>
  answer.error && (answer.error.value as { error: { code: string } }).error.code
const starts = (log: string): number =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"initialize"')).length
    : 0

/** Only the daemon is left of what carries the mark. */
async function agentsGone(mark: string): Promise<void> {
  const left = () =>
    markedProcesses('OFFER_MARK', mark).filter(({ command }) => command.includes('puppet-main'))
  await waitFor('the agents to be gone', LONG, () => left().length === 0)
}

test(
  'modes are read once for two who ask, kept, and nothing is left running',
  async () => {
    await using home = await tempHome()
    const log = join(home.path, 'wire.jsonl')
    const command = puppetCommand('--modes', 'ask,auto', '--log', log)
    const env = { FAIRLEAD_AGENT_GEMINI: command, OFFER_MARK: log }
    const rig = await mustStart({ home: home.path, env })
    try {
      const [first, second] = (await Promise.all([read(rig, home.path), read(rig, home.path)])).map(data)
      expect(first).toEqual(second)
      expect(first).toMatchObject({
        agent: 'gemini',
        cwd: home.path,
        image: false,
        resume: true,
        controls: [{ id: 'mode', value: 'ask', choices: [{ value: 'ask' }, { value: 'auto' }] }],
      })
      expect(data(await read(rig, home.path))).toEqual(first as never)
      expect(starts(log)).toBe(1)
      expect(data(await rig.api.v1.sessions.get())).toEqual([])
      // Without a directory it is asked in one of the home; asked anew after a recheck.
      expect(data(await read(rig)).cwd).toBe(join(home.path, 'scratch'))
      data(await rig.api.v1.agents({ agent: 'gemini' }).recheck.post())
      data(await read(rig, home.path))
      expect(starts(log)).toBe(3)
      await agentsGone(log)
    } finally {
      await rig.stop('all')
    }
  },
  LONG,
)

test(
  'an agent that wants a sign-in is told of for as long as it does, and only a success is kept',
  async () => {
    await using home = await tempHome()
    const out = join(home.path, 'signed-out')
    writeFileSync(out, '')
    const env = { FAIRLEAD_AGENT_GEMINI: puppetCommand('--signed-out-while', out) }
    const rig = await mustStart({ home: home.path, env })
    const refused = async () =>
      data(await rig.api.v1.agents.get()).find((agent) => agent.id === 'gemini')?.startRefused
    try {
      expect(await refused()).toBeNull()
      expect(code(await read(rig))).toBe('agent_signed_out')
      expect(await refused()).toEqual({ at: expect.any(Number), message: 'Authentication required' })
      data(await rig.api.v1.agents({ agent: 'gemini' }).recheck.post())
      expect(await refused()).toBeNull()
      const { id } = data(await rig.api.v1.sessions.post({ agent: 'gemini', cwd: home.path }))
      await untilRefused()
      rmSync(out)
      data(await read(rig))
      expect(await refused()).toBeNull()
      await untilSession(rig, id, ({ status }) => status === 'exited')
    } finally {
      await rig.stop('all')
    }
    async function untilRefused(): Promise<void> {
      while (!(await refused())) await Bun.sleep(20)
    }
  },
  LONG,
)

test(
  'an agent that dies, a directory that is not there, and an agent that nobody has',
  async () => {
    await using home = await tempHome()
    const rig = await mustStart({ home: home.path, env: { FAIRLEAD_AGENT_GEMINI: '/bin/false' } })
    try {
      expect(code(await read(rig, home.path))).toBe('start_failed')
      expect(code(await read(rig, join(home.path, 'nowhere')))).toBe('workspace_missing')
      expect(code(await rig.api.v1.agents({ agent: 'nobody' }).capabilities.get({ query: {} }))).toBe(
        'agent_not_found',
      )
    } finally {
      await rig.stop('all')
    }
  },
  LONG,
)
