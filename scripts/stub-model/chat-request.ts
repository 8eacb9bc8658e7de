/** OpenAI's Chat Completions, `POST /v1/chat/completions`, as it and the many services like it are asked. */
import { field, listField, textField } from '../demo-agent/narrow.ts'
import { textBlocks, textOf } from './content-text.ts'
import type { ModelTool } from './model-tool.ts'
import { followed, type Said, type Turn } from './turn.ts'

export function readChat(body: unknown): Turn {
  const messages = listField(body, 'messages')
  const schema = answerSchema(field(body, 'response_format'))
  return {
    api: 'chat',
    model: textField(body, 'model') ?? '',
    stream: field(body, 'stream') === true,
    system: messages
      .filter((message) => ['system', 'developer'].includes(String(field(message, 'role'))))
      .map((message) => textOf(field(message, 'content')))
      .join('\n'),
    tools: listField(body, 'tools').map(readTool),
    ...followed(messages.flatMap(readMessage), false),
    ...(schema === undefined ? {} : { answerSchema: schema }),
    messages: messages.length,
  }
}

/** Whether the stream is to end with the counts of tokens. */
export const wantsUsage = (body: unknown): boolean =>
  field(field(body, 'stream_options'), 'include_usage') === true

function readMessage(message: unknown): Said[] {
  const content = field(message, 'content')
  const role = field(message, 'role')
  if (role === 'tool') return [{ by: 'tool', text: textOf(content) }]
  return role === 'user' ? [{ by: 'user', blocks: textBlocks(content, ['text']) }] : []
}

function readTool(tool: unknown): ModelTool {
  const told = field(tool, 'function')
  return {
    name: textField(told, 'name') ?? textField(tool, 'name') ?? '',
    form: 'function',
    schema: field(told, 'parameters'),
    description: textField(told, 'description') ?? '',
  }
}

function answerSchema(format: unknown): unknown {
  const schema = field(field(format, 'json_schema'), 'schema')
  return schema ?? (field(format, 'type') === 'json_object' ? {} : undefined)
}
