import { unwrap } from '../../cli/client.ts'
import { stopWords } from '../driven-session.ts'
import { realAgentLimits } from '../limits.ts'
import { check, pass, type Scenario } from '../scenario.ts'
import { waitUntil } from '../wait-until.ts'
import { checkChosen, chooseOthers, modelOfTurn } from './controls-kept.ts'

export const parked: Scenario = {
  id: 'parked',
  title: 'Parked, and woken with its history and its controls by another daemon',
  async run(stage) {
    const { daemon } = stage
    const session = await stage.open()
    const chosen = await chooseOthers(session)
    const before = await modelOfTurn(stage, session, 'The word is heron. [[say noted]]')
    await unwrap(daemon.api.v1.sessions({ session: session.id }).park.post())
    await waitUntil('the agent to be gone', realAgentLimits.goneMs, () => stage.processes().length === 0)
    await daemon.kill()
    await daemon.start()
    const { seq } = await session.prompt('[[remember]]')
    const result = await session.result(seq, realAgentLimits.openMs + realAgentLimits.turnMs)
    check(result.stopReason === 'end_turn', `the turn that woke it ended ${stopWords(result)}`)
    const said = session.said(seq)
    check(said.includes('The word is heron'), `the agent remembers: ${said}`)
    const after = await modelOfTurn(stage, session, '[[say back]]')
    check(after === before, `it asks ${after} now that it is back, and asked ${before} before`)
    checkChosen(session, chosen)
    return pass
  },
}
