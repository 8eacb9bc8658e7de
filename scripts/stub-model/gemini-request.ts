/** Google's Gemini API, `POST /v1beta/models/MODEL:generateContent` and `:streamGenerateContent`: what is asked. */
import { field, listField, textField } from '../demo-agent/narrow.ts'
import { textOf } from './content-text.ts'
import type { ModelTool } from './model-tool.ts'
import { followed, type Said, type Turn } from './turn.ts'

/** Model and kind of answer stand in the address. */
export function readGemini(body: unknown, model: string, stream: boolean): Turn {
  const contents = listField(body, 'contents')
  const schema = answerSchema(field(body, 'generationConfig'))
  return {
    api: 'gemini',
    model,
    stream,
    system: textsOf(field(body, 'systemInstruction')).join('\n'),
    tools: listField(body, 'tools')
      .flatMap((group) => listField(group, 'functionDeclarations'))
      .map(readTool),
    ...followed(contents.flatMap(readContent), false),
    ...(schema === undefined ? {} : { answerSchema: schema }),
    messages: contents.length,
  }
}

const textsOf = (content: unknown): string[] =>
  listField(content, 'parts').flatMap((part) => {
    const text = textField(part, 'text')
    return text === undefined || field(part, 'thought') === true ? [] : [text]
  })

function readContent(content: unknown): Said[] {
  if (!['user', 'function'].includes(textField(content, 'role') ?? 'user')) return []
  const results = listField(content, 'parts')
    .map((part) => field(field(part, 'functionResponse'), 'response'))
    .filter((response) => response !== undefined)
    .map((response): Said => ({ by: 'tool', text: resultOf(response) }))
  return [...results, { by: 'user', blocks: textsOf(content) }]
}

const resultOf = (response: unknown): string =>
  textOf(field(response, 'output') ?? field(response, 'error') ?? response)

const readTool = (tool: unknown): ModelTool => ({
  name: textField(tool, 'name') ?? '',
  form: 'function',
  schema: field(tool, 'parametersJsonSchema') ?? field(tool, 'parameters'),
  description: textField(tool, 'description') ?? '',
})

function answerSchema(config: unknown): unknown {
  const schema = field(config, 'responseJsonSchema') ?? field(config, 'responseSchema')
  return schema ?? (field(config, 'responseMimeType') === 'application/json' ? {} : undefined)
}
