import { rootOf } from '../agent-processes.ts'
import { type DrivenSession, stopWords } from '../driven-session.ts'
import { realAgentLimits } from '../limits.ts'
import { check, pass, type Scenario } from '../scenario.ts'
import type { Stage } from '../stage.ts'

export const agentKilled: Scenario = {
  id: 'agent-killed',
  title: 'The agent killed, and back with its history in mind',
  async run(stage) {
    const session = await stage.open()
    const first = await session.turn('The word is heron. [[say noted]]')
    check(first.stopReason === 'end_turn', `the first turn ended ${stopWords(first)}`)
    // Some write a turn down only after they said that it ended: with a second one, the first is on their disk.
    const second = await session.turn('[[say noted too]]')
    check(second.stopReason === 'end_turn', `the second turn ended ${stopWords(second)}`)
    await killAgent(stage, session)
    const { seq } = await session.prompt('[[remember]]')
    const result = await session.result(seq, realAgentLimits.openMs + realAgentLimits.turnMs)
    check(result.stopReason === 'end_turn', `the turn after it ended ${stopWords(result)}`)
    const said = session.said(seq)
    check(said.includes('The word is heron'), `the agent remembers: ${said}`)
    return pass
  },
}

/** SIGKILL to the process that the keeper started; the session says that its agent is gone. */
export async function killAgent(stage: Stage, session: DrivenSession): Promise<void> {
  const root = rootOf(stage.processes())
  check(root !== undefined, 'no process of the agent is there')
  process.kill(root.pid, 'SIGKILL')
  await session.view.until(
    'the session to say that its agent is gone',
    realAgentLimits.goneMs,
    ({ session: now }) => now.status === 'exited' && now.reason === 'agent_exited',
  )
}
