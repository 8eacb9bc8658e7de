import { segment, unwrap } from '../../cli/client.ts'
import { stopWords } from '../driven-session.ts'
import { check, lacks, type Outcome, pass, type Scenario } from '../scenario.ts'
import type { Stage } from '../stage.ts'

/** Unlike the one that it would have inherited. */
const KEY = 'pasted-heron-key'

export const keyPasted: Scenario = {
  id: 'key',
  title: 'A key that was pasted here reaches the agent',
  async run(stage) {
    const { daemon, agent, place } = stage
    const { credentials } = daemon.api.v1.agents({ agent: agent.catalogueId })
    const taken = (await unwrap(credentials.get())).map(({ variable }) => variable)
    const variable = taken.find((name) => name in place.env)
    if (variable === undefined) return lacks('takes_no_key')
    await daemon.kill()
    await daemon.start(taken)
    try {
      await unwrap(credentials({ variable: segment(variable) }).put({ secret: KEY }))
      return await useKey(stage)
    } finally {
      await unwrap(credentials({ variable: segment(variable) }).delete())
      await daemon.kill()
      await daemon.start()
    }
  },
}

async function useKey({ open, stub }: Stage): Promise<Outcome> {
  const before = stub.requests().length
  const session = await open()
  const result = await session.turn('[[say hello]]')
  check(result.stopReason === 'end_turn', `the turn ended ${stopWords(result)}`)
  const keys = new Set(
    stub
      .requests()
      .slice(before)
      .map(({ key }) => key),
  )
  check(keys.size === 1 && keys.has(KEY), `its model was asked with: ${[...keys].join(', ') || 'nothing'}`)
  return pass
}
