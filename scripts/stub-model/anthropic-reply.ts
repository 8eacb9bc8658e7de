/** Anthropic's Messages API: a reply as one message, or as the events of its stream. */
import type { Call } from './model-tool.ts'
import type { Stop } from './reply.ts'
import { inputOf, type ReplyHead, type ReplyWriter, SEALED } from './reply-writer.ts'
import { inPieces, sseEvent } from './sse.ts'

type Block =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }

export function anthropicReply({ id, model, usage }: ReplyHead): ReplyWriter {
  const content: Block[] = []
  let open: Block | undefined

  const event = (type: string, data: object): string => sseEvent(type, { type, ...data })
  const delta = (part: object): string =>
    event('content_block_delta', { index: content.length - 1, delta: part })
  const close = (): string => {
    if (open === undefined) return ''
    const seal = open.type === 'thinking' ? delta({ type: 'signature_delta', signature: SEALED }) : ''
    open = undefined
    return seal + event('content_block_stop', { index: content.length - 1 })
  }
  const start = (block: Block): string => {
    const before = close()
    open = block
    content.push(block)
    return before + event('content_block_start', { index: content.length - 1, content_block: emptied(block) })
  }
  const counts = (output: number): object => ({
    input_tokens: usage.input,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: output,
  })
  const message = (stop: Stop | null, output: number): object => ({
    id: `msg_stub_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stop,
    stop_sequence: null,
    usage: counts(output),
  })

  return {
    begin: () => event('message_start', { message: message(null, 1) }) + event('ping', {}),
    text(text) {
      const before = open?.type === 'text' ? '' : start({ type: 'text', text: '' })
      if (open?.type === 'text') open.text += text
      return before + delta({ type: 'text_delta', text })
    },
    think(text) {
      const fresh: Block = { type: 'thinking', thinking: '', signature: SEALED }
      const before = open?.type === 'thinking' ? '' : start(fresh)
      if (open?.type === 'thinking') open.thinking += text
      return before + delta({ type: 'thinking_delta', thinking: text })
    },
    call(callId, call) {
      const before = start(toolUse(callId, call))
      const pieces = inPieces(JSON.stringify(inputOf(call)))
      return (
        before +
        pieces.map((json) => delta({ type: 'input_json_delta', partial_json: json })).join('') +
        close()
      )
    },
    end: (stop) =>
      close() +
      event('message_delta', {
        delta: { stop_reason: stop, stop_sequence: null },
        usage: counts(usage.output),
      }) +
      event('message_stop', {}),
    whole: (stop) => message(stop, usage.output),
  }
}

const toolUse = (id: string, call: Call): Block => ({
  type: 'tool_use',
  id: `toolu_stub_${id}`,
  name: call.name,
  input: inputOf(call),
})

/** As a block starts in a stream: its content comes as deltas. */
function emptied(block: Block): Block {
  if (block.type === 'text') return { ...block, text: '' }
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' }
  return { ...block, input: {} }
}
