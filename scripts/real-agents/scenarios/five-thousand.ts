import { stopWords } from '../driven-session.ts'
import { check, pass, type Scenario } from '../scenario.ts'
import { wordsSaid } from '../words.ts'

const WORDS = 5_000

export const fiveThousand: Scenario = {
  id: 'chunks',
  title: '5 000 chunks, all of them',
  async run({ open }) {
    const session = await open()
    const { seq } = await session.prompt(`[[tokens ${WORDS} 0]]`)
    const result = await session.result(seq)
    check(result.stopReason === 'end_turn', `the turn ended ${stopWords(result)}`)
    const said = wordsSaid(session.said(seq))
    check(said === WORDS, `${said} of ${WORDS} words in their order`)
    return pass
  },
}
