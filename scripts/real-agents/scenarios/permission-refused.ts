import { stopWords } from '../driven-session.ts'
import { check, pass, type Scenario } from '../scenario.ts'

/** Two agents end a refused turn as cancelled, though nobody cancelled anything. */
export const permissionRefused: Scenario = {
  id: 'refused',
  title: 'A permission refused, told apart from a cancel',
  async run({ open, file }) {
    const session = await open()
    const { seq } = await session.prompt('[[bash echo heron > refused.txt]]')
    await session.choose(await session.permission(), 'reject_once')
    const result = await session.result(seq)
    const told = result.stopReason === 'refused' || result.stopReason === 'end_turn'
    check(told, `the turn ended ${stopWords(result)}`)
    check(file('refused.txt') === null, 'the command ran though it was refused')
    const next = await session.turn('[[say still here]]')
    check(next.stopReason === 'end_turn', `the next turn ended ${stopWords(next)}`)
    check(session.said(result.seq).includes('still here'), 'the next turn said nothing')
    return pass
  },
}
