/** OpenAI's Responses API: a reply as one response, or as the events of its stream. */
import type { Stop, Usage } from './reply.ts'
import { CREATED, type ReplyHead, type ReplyWriter } from './reply-writer.ts'
import { announced, callItem, type Item, messageItem, reasoningItem } from './responses-items.ts'
import { closed, type ItemEvent, opened, streamedInput } from './responses-parts.ts'
import { sseEvent } from './sse.ts'

export function responsesReply(head: ReplyHead): ReplyWriter {
  const { id } = head
  const output: Item[] = []
  let open: Item | undefined
  let events = 0

  const event = (type: string, data: object): string =>
    sseEvent(type, { type, sequence_number: events++, ...data })
  /** Events about the item that is open, the last one. */
  const about = (item: Item, told: readonly ItemEvent[]): string =>
    told
      .map(([type, data]) =>
        event(`response.${type}`, { item_id: item.id, output_index: output.length - 1, ...data }),
      )
      .join('')

  const start = (item: Item): string => {
    const before = close()
    open = item
    const output_index = output.push(item) - 1
    return (
      before +
      event('response.output_item.added', { output_index, item: announced(item) }) +
      about(item, opened(item))
    )
  }
  const close = (): string => {
    if (open === undefined) return ''
    const item = open
    open = undefined
    if (item.type !== 'reasoning') item.status = 'completed'
    const done = { output_index: output.length - 1, item }
    return about(item, closed(item)) + event('response.output_item.done', done)
  }

  return {
    begin: () =>
      ['response.created', 'response.in_progress']
        .map((type) => event(type, { response: started(head) }))
        .join(''),
    text(delta) {
      const item = open?.type === 'message' ? open : messageItem(`${id}_${output.length}`)
      const before = item === open ? '' : start(item)
      item.content[0].text += delta
      return before + about(item, [['output_text.delta', { content_index: 0, delta }]])
    },
    think(delta) {
      const item = open?.type === 'reasoning' ? open : reasoningItem(`${id}_${output.length}`)
      const before = item === open ? '' : start(item)
      item.summary[0].text += delta
      return before + about(item, [['reasoning_summary_text.delta', { summary_index: 0, delta }]])
    },
    call(callId, call) {
      const item = callItem(callId, call)
      return start(item) + about(item, streamedInput(item)) + close()
    },
    end(stop) {
      const type = stop === 'max_tokens' ? 'response.incomplete' : 'response.completed'
      return close() + event(type, { response: ended(head, stop, output) })
    },
    whole(stop) {
      close()
      return ended(head, stop, output)
    },
  }
}

const response = ({ id, model }: ReplyHead, rest: object): object => ({
  id: `resp_stub_${id}`,
  object: 'response',
  created_at: CREATED,
  model,
  parallel_tool_calls: false,
  ...rest,
})

const started = (head: ReplyHead): object => response(head, { status: 'in_progress', output: [] })

function ended(head: ReplyHead, stop: Stop, output: readonly Item[]): object {
  const usage = counts(head.usage)
  if (stop !== 'max_tokens') {
    return response(head, { status: 'completed', output, usage, end_turn: stop !== 'tool_use' })
  }
  const incomplete_details = { reason: 'max_output_tokens' }
  return response(head, { status: 'incomplete', output, usage, incomplete_details })
}

const counts = ({ input, output }: Usage): object => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input + output,
})
