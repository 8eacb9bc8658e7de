import { stopWords } from '../driven-session.ts'
import { check, pass, type Scenario } from '../scenario.ts'

export const permissionAllowed: Scenario = {
  id: 'allowed',
  title: 'A permission allowed',
  async run({ open, file }) {
    const session = await open()
    const { seq } = await session.prompt('[[bash echo heron > allowed.txt]] [[say after it]]')
    const ask = await session.permission()
    check(file('allowed.txt') === null, 'the command ran before it was allowed')
    await session.choose(ask, 'allow_once')
    const result = await session.result(seq)
    check(result.stopReason === 'end_turn', `the turn ended ${stopWords(result)}`)
    check(file('allowed.txt') === 'heron\n', 'the command did not run')
    check(session.said(seq).includes('after it'), 'the agent did not go on after it')
    return pass
  },
}
