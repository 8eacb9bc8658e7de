import { stopWords } from '../driven-session.ts'
import { realAgentLimits } from '../limits.ts'
import { check, pass, type Scenario } from '../scenario.ts'
import { wordsSaid } from '../words.ts'

const WORDS = 300

export const daemonKilledMidTurn: Scenario = {
  id: 'daemon-killed-mid-turn',
  title: 'The daemon killed in mid-turn',
  async run({ open, daemon }) {
    const session = await open()
    const { seq } = await session.prompt(`[[tokens ${WORDS} 20]]`)
    await session.view.until('the first words', realAgentLimits.stepMs, () => session.said(seq) !== '')
    await daemon.kill()
    await daemon.start()
    const result = await session.result(seq)
    check(result.stopReason === 'end_turn', `the turn ended ${stopWords(result)}`)
    const said = wordsSaid(session.said(seq))
    check(said === WORDS, `${said} of ${WORDS} words in their order`)
    return pass
  },
}

export const daemonKilledMidPermission: Scenario = {
  id: 'daemon-killed-mid-permission',
  title: 'The daemon killed while a permission is open',
  async run({ open, daemon, file }) {
    const session = await open()
    const { seq } = await session.prompt('[[bash echo heron > killed.txt]]')
    const before = await session.permission()
    await daemon.kill()
    await daemon.start()
    const after = await session.permission()
    check(after.id === before.id, `another ask is open: ${after.id}, not ${before.id}`)
    await session.choose(after, 'allow_once')
    const result = await session.result(seq)
    check(result.stopReason === 'end_turn', `the turn ended ${stopWords(result)}`)
    check(file('killed.txt') === 'heron\n', 'the command did not run')
    return pass
  },
}
