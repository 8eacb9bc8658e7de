import { field, textField } from './narrow.ts'
import { speak } from './speech.ts'
import type { Turn } from './turn.ts'

/** `ask: QUESTION | A | B`: a form with one select, or one free line when no options are named. */
export async function askQuestion(turn: Turn, question: string, options: readonly string[]): Promise<void> {
  if (!turn.agent.client.forms)
    return speak(turn, [`I cannot ask questions here, so I left this out: ${question}`])
  const choice =
    options.length === 0 ? {} : { oneOf: options.map((option) => ({ const: option, title: option })) }
  const answer = await turn.agent.connection.request(
    turn.agent.newId(),
    'elicitation/create',
    {
      mode: 'form',
      sessionId: turn.session.id,
      message: question,
      requestedSchema: {
        type: 'object',
        properties: { answer: { type: 'string', title: question, ...choice } },
        required: ['answer'],
      },
    },
    turn.signal,
  )
  if (answer.kind === 'withdrawn') return
  if (answer.kind === 'error') return speak(turn, [`The question could not be asked: ${answer.message}`])
  await speak(turn, [reply(answer.result)])
}

function reply(result: unknown): string {
  const action = textField(result, 'action')
  const value = textField(field(result, 'content'), 'answer')
  if (action === 'accept' && value !== undefined) return `You chose ${value}.`
  if (action === 'accept') return 'You answered without a choice.'
  return action === 'decline' ? 'You declined to answer.' : 'You dismissed the question.'
}
