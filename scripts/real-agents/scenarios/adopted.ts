import { segment, unwrap } from '../../cli/client.ts'
import { stopWords } from '../driven-session.ts'
import { beginElsewhere } from '../elsewhere.ts'
import { realAgentLimits } from '../limits.ts'
import { check, lacks, pass, type Scenario } from '../scenario.ts'

const WORDS = 'The word is heron.'

export const adopted: Scenario = {
  id: 'adopted',
  title: 'A conversation begun without us, taken over with its history',
  async run({ agent, daemon, place, drive }) {
    const at = daemon.api.v1.agents({ agent: agent.catalogueId })
    const query = { cwd: place.cwd }
    const before = await unwrap(at.conversations.get({ query }))
    if (!before.lists) return lacks('lists_no_conversations')
    await beginElsewhere(agent, place, `${WORDS} [[say noted]]`)
    const { conversations } = await unwrap(at.conversations.get({ query }))
    const old = new Set(before.conversations.map(({ id }) => id))
    const [found, ...more] = conversations.filter(({ id }) => !old.has(id))
    check(found !== undefined && more.length === 0, `one new conversation: ${more.length + (found ? 1 : 0)}`)
    const one = at.conversations({ conversation: segment(found.id) })
    const session = await drive(await unwrap(one.adopt.post({ cwd: place.cwd })))
    await session.view.until('its history', realAgentLimits.stepMs, ({ events }) =>
      events.some(
        (event) =>
          event.type === 'message_delta' &&
          event.origin === 'replay' &&
          event.role === 'user' &&
          JSON.stringify(event.text).includes(WORDS),
      ),
    )
    const { seq } = await session.prompt('[[remember]]')
    const result = await session.result(seq)
    check(result.stopReason === 'end_turn', `the next turn ended ${stopWords(result)}`)
    check(session.said(seq).includes(WORDS), `the agent remembers: ${session.said(seq)}`)
    return pass
  },
}
