/** OpenAI's Responses API, `POST /v1/responses`: what is asked. */
import { field, listField, textField } from '../demo-agent/narrow.ts'
import { textBlocks, textOf } from './content-text.ts'
import { inGroup, type ModelTool } from './model-tool.ts'
import { followed, type Said, type Turn } from './turn.ts'

export function readResponses(body: unknown): Turn {
  const input = inputItems(field(body, 'input'))
  const schema = field(field(field(body, 'text'), 'format'), 'schema')
  // Newer clients hand over tools in the input, and those that a search found come back in its output.
  const handed = input
    .filter((item) => ['additional_tools', 'tool_search_output'].includes(String(field(item, 'type'))))
    .flatMap((item) => listField(item, 'tools'))
  return {
    api: 'responses',
    model: textField(body, 'model') ?? '',
    stream: field(body, 'stream') === true,
    system: textField(body, 'instructions') ?? '',
    tools: [...listField(body, 'tools'), ...handed].flatMap((tool) => readTool(tool)),
    ...followed(input.flatMap(readItem), false),
    ...(schema === undefined ? {} : { answerSchema: schema }),
    messages: input.length,
  }
}

const inputItems = (input: unknown): unknown[] =>
  typeof input === 'string' ? [{ role: 'user', content: input }] : listField({ input }, 'input')

function readItem(item: unknown): Said[] {
  const type = textField(item, 'type') ?? 'message'
  if (type.endsWith('_output')) return [{ by: 'tool', text: textOf(field(item, 'output')) }]
  if (type !== 'message' || field(item, 'role') !== 'user') return []
  return [{ by: 'user', blocks: textBlocks(field(item, 'content'), ['input_text', 'text']) }]
}

function readTool(tool: unknown, namespace?: string): ModelTool[] {
  const type = textField(tool, 'type') ?? ''
  const name = textField(tool, 'name') ?? type
  if (type === 'namespace') return listField(tool, 'tools').flatMap((inner) => readTool(inner, name))
  return [
    {
      name,
      ...inGroup(namespace),
      form: type === 'function' || type === 'local_shell' || type === 'tool_search' ? type : 'custom',
      schema: field(tool, 'parameters'),
      description: textField(tool, 'description') ?? '',
    },
  ]
}
