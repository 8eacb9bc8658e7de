/** A log as agents leave them: mostly text, tool calls with their output now and then, a turn's end. */
const WORDS =
  'It reads the file first, then says in a sentence or two what it found there and what it will do. '
const OUTPUT = 'export const answer = (question: string): number => question.length\n'.repeat(20)
const TURN = 100

export function logEvent(seq: number): { type: string; turn: number; body: string } {
  const turn = seq - ((seq - 1) % TURN)
  const of = (type: string, own: object): { type: string; turn: number; body: string } => ({
    type,
    turn,
    body: JSON.stringify(own),
  })
  if (seq === turn) return of('prompt', { text: 'Please look at this again.' })
  if (seq === turn + TURN - 1) return of('turn_result', { prompts: [turn], stopReason: 'end_turn' })
  if (seq % 10 === 0) {
    const call = { toolCall: `call_${seq}`, title: 'Read src/answer.ts', kind: 'read', status: 'completed' }
    return of('tool_call', { ...call, output: OUTPUT })
  }
  return of('message_delta', { text: WORDS, message: `m_${Math.floor(seq / 10)}` })
}
