import { stopWords } from '../driven-session.ts'
import { realAgentLimits } from '../limits.ts'
import { check, pass, type Scenario } from '../scenario.ts'

export const commandsListed: Scenario = {
  id: 'commands',
  title: 'Its / commands are listed',
  async run({ open }) {
    const session = await open()
    // Now and then they come with the first turn only.
    const result = await session.turn('[[say hello]]')
    check(result.stopReason === 'end_turn', `the turn ended ${stopWords(result)}`)
    await session.view.until(
      'the / commands',
      realAgentLimits.stepMs,
      ({ session: now }) => now.commands.length > 0,
    )
    return pass
  },
}
