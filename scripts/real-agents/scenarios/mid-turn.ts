import { isResultOf, stopWords } from '../driven-session.ts'
import { realAgentLimits } from '../limits.ts'
import { check, pass, type Scenario } from '../scenario.ts'

export const midTurn: Scenario = {
  id: 'mid-turn',
  title: 'A message in mid-turn is steered or queued, not lost',
  async run({ open }) {
    const session = await open()
    const first = await session.prompt('[[tokens 150 20]]')
    await session.view.until('the first words', realAgentLimits.stepMs, () => session.said(first.seq) !== '')
    const second = await session.prompt('[[say the second message]]')
    check(second.landed !== 'started', 'the message became a turn of its own on top of the other')
    const result = await session.result(first.seq)
    check(result.stopReason === 'end_turn', `the first turn ended ${stopWords(result)}`)
    const last = await session.result(second.seq)
    check(last.stopReason === 'end_turn', `the second message’s turn ended ${stopWords(last)}`)
    check(session.said(first.seq).includes('the second message'), 'the second message was not answered')
    const results = session.view.now().events.filter((event) => isResultOf(event, second.seq))
    check(results.length === 1, `the second message is in ${results.length} results`)
    return pass
  },
}
