/** Anthropic's Messages API, `POST /v1/messages`: what is asked. */
import { field, listField, textField } from '../demo-agent/narrow.ts'
import { textBlocks, textOf } from './content-text.ts'
import type { ModelTool } from './model-tool.ts'
import { followed, type Said, type Turn } from './turn.ts'

export function readAnthropic(body: unknown): Turn {
  const messages = listField(body, 'messages')
  const schema =
    field(field(field(body, 'output_config'), 'format'), 'schema') ??
    field(field(body, 'output_format'), 'schema')
  return {
    api: 'anthropic',
    model: textField(body, 'model') ?? '',
    stream: field(body, 'stream') === true,
    system: textOf(field(body, 'system')),
    tools: listField(body, 'tools').map(readTool),
    // Claude joins a turn that got no answer to the next one, as blocks of one message.
    ...followed(messages.flatMap(readMessage), true),
    ...(schema === undefined ? {} : { answerSchema: schema }),
    messages: messages.length,
  }
}

/** A message with results may carry reminders as text: they come after the results. */
function readMessage(message: unknown): Said[] {
  if (field(message, 'role') !== 'user') return []
  const results = listField(message, 'content')
    .filter((block) => field(block, 'type') === 'tool_result')
    .map((block): Said => ({ by: 'tool', text: textOf(field(block, 'content')) }))
  return [...results, { by: 'user', blocks: textBlocks(field(message, 'content'), ['text']) }]
}

const readTool = (tool: unknown): ModelTool => ({
  name: textField(tool, 'name') ?? '',
  form: 'function',
  schema: field(tool, 'input_schema'),
  description: textField(tool, 'description') ?? '',
})
