import { stopWords } from '../driven-session.ts'
import { check, pass, type Scenario } from '../scenario.ts'
import { wordsSaid } from '../words.ts'

const WORDS = 40

export const streamed: Scenario = {
  id: 'streamed',
  title: 'A turn streams',
  async run({ open }) {
    const session = await open()
    const { seq } = await session.prompt(`[[think hmm]] [[tokens ${WORDS} 30]]`)
    const result = await session.result(seq)
    check(result.stopReason === 'end_turn', `the turn ended ${stopWords(result)}`)
    check(wordsSaid(session.said(seq)) === WORDS, `${WORDS} words, not: ${session.said(seq)}`)
    const deltas = session.view.now().events.filter((event) => event.type === 'message_delta')
    check(deltas.length > 2, `the words came in ${deltas.length} pieces`)
    return pass
  },
}
