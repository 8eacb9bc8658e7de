/** Google's Gemini API: a reply as one answer, or as a stream of answers that each hold the next part. */
import type { Stop } from './reply.ts'
import { inputOf, type ReplyHead, type ReplyWriter, SEALED } from './reply-writer.ts'
import { sseEvent } from './sse.ts'

const FINISH: Record<Stop, string> = {
  end_turn: 'STOP',
  tool_use: 'STOP',
  max_tokens: 'MAX_TOKENS',
  refusal: 'SAFETY',
}

export function geminiReply({ id, model, usage }: ReplyHead): ReplyWriter {
  const written: object[] = []
  const usageMetadata = {
    promptTokenCount: usage.input,
    candidatesTokenCount: usage.output,
    totalTokenCount: usage.input + usage.output,
  }
  const answer = (parts: object[], finish: object): object => ({
    candidates: [{ index: 0, content: { role: 'model', parts }, ...finish }],
    modelVersion: model,
    responseId: `stub-${id}`,
    usageMetadata,
  })
  const part = (one: object): string => {
    written.push(one)
    return sseEvent(null, answer([one], {}))
  }
  return {
    begin: () => '',
    text: (text) => part({ text }),
    think: (text) => part({ text, thought: true }),
    call: (callId, call) =>
      part({
        functionCall: { id: `call_stub_${callId}`, name: call.name, args: inputOf(call) },
        thoughtSignature: SEALED,
      }),
    end: (stop) => sseEvent(null, answer([{ text: '' }], { finishReason: FINISH[stop] })),
    whole: (stop) => answer(written, { finishReason: FINISH[stop] }),
  }
}
