import { unwrap } from '../../cli/client.ts'
import { stopWords } from '../driven-session.ts'
import { realAgentLimits } from '../limits.ts'
import { check, pass, type Scenario } from '../scenario.ts'

export const cleared: Scenario = {
  id: 'cleared',
  title: 'Its conversation cleared',
  async run({ open, daemon }) {
    const session = await open()
    const first = await session.turn('The word is heron. [[say noted]]')
    check(first.stopReason === 'end_turn', `the first turn ended ${stopWords(first)}`)
    await unwrap(daemon.api.v1.sessions({ session: session.id }).clear.post())
    await session.view.until('the mark of it in the log', realAgentLimits.openMs, ({ events }) => {
      const failed = events.find((event) => event.type === 'error' && event.code === 'clear_failed')
      check(failed?.type !== 'error', 'the conversation was not cleared')
      return events.some(({ type }) => type === 'context_cleared')
    })
    const { seq } = await session.prompt('[[remember]] [[say all of it]]')
    const result = await session.result(seq)
    check(result.stopReason === 'end_turn', `the turn after it ended ${stopWords(result)}`)
    const said = session.said(seq)
    check(said.includes('all of it'), `the agent says: ${said}`)
    check(!said.includes('heron'), `the agent still remembers: ${said}`)
    return pass
  },
}
