/** OpenAI's Chat Completions: a reply as one completion, or as its chunks. */
import type { Call } from './model-tool.ts'
import type { Stop } from './reply.ts'
import { CREATED, inputOf, type ReplyHead, type ReplyWriter } from './reply-writer.ts'
import { inPieces, sseEvent } from './sse.ts'

const FINISH: Record<Stop, string> = {
  end_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
}

/** `countsLast`: the stream ends with a chunk of token counts, as some clients ask. */
export function chatReply({ id, model, usage }: ReplyHead, countsLast: boolean): ReplyWriter {
  let text = ''
  let thought = ''
  const calls: ReturnType<typeof toolCall>[] = []

  const frame = (object: string, choices: object[]): object => ({
    id: `chatcmpl-stub-${id}`,
    object,
    created: CREATED,
    model,
    choices,
  })
  const chunk = (delta: object, finish: string | null = null): string =>
    sseEvent(null, frame('chat.completion.chunk', [{ index: 0, delta, finish_reason: finish }]))
  const counts = {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  }

  return {
    begin: () => chunk({ role: 'assistant', content: '' }),
    text(more) {
      text += more
      return chunk({ content: more })
    },
    think(more) {
      thought += more
      return chunk({ reasoning_content: more })
    },
    call(callId, call) {
      const made = toolCall(callId, call)
      const index = calls.push(made) - 1
      const head = { ...made, index, function: { ...made.function, arguments: '' } }
      const rest = inPieces(made.function.arguments).map((piece) => ({
        index,
        function: { arguments: piece },
      }))
      return [head, ...rest].map((part) => chunk({ tool_calls: [part] })).join('')
    },
    end: (stop) =>
      chunk({}, FINISH[stop]) +
      (countsLast ? sseEvent(null, { ...frame('chat.completion.chunk', []), usage: counts }) : '') +
      'data: [DONE]\n\n',
    whole(stop) {
      const message = {
        role: 'assistant',
        content: text === '' ? null : text,
        ...(thought === '' ? {} : { reasoning_content: thought }),
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      }
      const choices = [{ index: 0, finish_reason: FINISH[stop], message }]
      return { ...frame('chat.completion', choices), usage: counts }
    },
  }
}

const toolCall = (id: string, call: Call) => ({
  id: `call_stub_${id}`,
  type: 'function',
  function: { name: call.name, arguments: JSON.stringify(inputOf(call)) },
})
