import { type DrivenSession, stopWords } from '../driven-session.ts'
import { check, lacks, pass, type Scenario } from '../scenario.ts'
import type { Stage } from '../stage.ts'

export const questionAnswered: Scenario = {
  id: 'question',
  title: 'A question answered',
  async run(stage) {
    const session = await openAsking(stage)
    const { seq } = await session.prompt('[[ask Which bird? | Heron | Wren]]')
    const question = await session.questionOrNone()
    if (question === null) return lacks('asks_no_questions')
    const field = question.question.fields.find((one) => one.choices?.some(({ label }) => label === 'Wren'))
    const choice = field?.choices?.find(({ label }) => label === 'Wren')
    check(field !== undefined && choice !== undefined, 'the question has no choice “Wren”')
    await session.fill(question, { [field.name]: field.kind === 'choices' ? [choice.value] : choice.value })
    const result = await session.result(seq)
    check(result.stopReason === 'end_turn', `the turn ended ${stopWords(result)}`)
    // The stub says what its tool gave back.
    check(session.said(seq).includes('Wren'), `the answer did not arrive: ${session.said(seq)}`)
    return pass
  },
}

export const questionSkipped: Scenario = {
  id: 'question-skipped',
  title: 'A question skipped',
  async run(stage) {
    const session = await openAsking(stage)
    const { seq } = await session.prompt('[[ask Which bird? | Heron | Wren]]')
    const question = await session.questionOrNone()
    if (question === null) return lacks('asks_no_questions')
    await session.fill(question, 'decline')
    const result = await session.result(seq)
    check(result.stopReason !== 'agent_error', `the turn ended ${stopWords(result)}`)
    const next = await session.turn('[[say still here]]')
    check(next.stopReason === 'end_turn', `the next turn ended ${stopWords(next)}`)
    return pass
  },
}

/** Codex asks questions only in the collaboration mode that plans. */
async function openAsking({ open }: Stage): Promise<DrivenSession> {
  const session = await open()
  const { controls } = session.view.now().session
  if (controls.some(({ id }) => id === 'collaboration_mode')) {
    await session.setControl('collaboration_mode', 'plan')
  }
  return session
}
