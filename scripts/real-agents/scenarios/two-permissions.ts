import { type DrivenSession, type Permission, stopWords } from '../driven-session.ts'
import { realAgentLimits } from '../limits.ts'
import { check, lacks, pass, type Scenario, ScenarioFailed } from '../scenario.ts'

export const twoPermissions: Scenario = {
  id: 'two-permissions',
  title: 'Two permissions at once',
  async run({ open, file }) {
    const session = await open()
    const { seq } = await session.prompt('[[bash-both echo one > one.txt || echo two > two.txt]]')
    const first = await session.permission()
    const beside = await besides(session, first)
    await session.choose(beside ?? first, 'allow_once')
    await session.choose(beside ? first : await session.permission(), 'allow_once')
    const result = await session.result(seq)
    check(result.stopReason === 'end_turn', `the turn ended ${stopWords(result)}`)
    check(file('one.txt') === 'one\n' && file('two.txt') === 'two\n', 'not both of the commands ran')
    return beside ? pass : lacks('one_ask_at_a_time')
  },
}

/** The ask that is open beside the first one; null when none comes. */
async function besides(session: DrivenSession, first: Permission): Promise<Permission | null> {
  try {
    return await session.permission(realAgentLimits.besideMs, first.id)
  } catch (error) {
    if (error instanceof ScenarioFailed) return null
    throw error
  }
}
