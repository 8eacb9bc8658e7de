import { type Directive, parseDirectives } from './directives.ts'
import { field, listField, textField } from './narrow.ts'

/** What a person sent: the text of all text blocks, and a name for everything else. */
export interface Prompt {
  text: string
  attachments: string[]
}

export function readPrompt(params: unknown): Prompt {
  const texts: string[] = []
  const attachments: string[] = []
  for (const block of listField(params, 'prompt')) {
    if (textField(block, 'type') === 'text') texts.push(textField(block, 'text') ?? '')
    else attachments.push(attachmentName(block))
  }
  return { text: texts.join('\n'), attachments }
}

function attachmentName(block: unknown): string {
  const type = textField(block, 'type') ?? 'something'
  const name =
    textField(block, 'name') ??
    textField(block, 'uri') ??
    textField(field(block, 'resource'), 'uri') ??
    textField(block, 'mimeType')
  return name === undefined ? type : `${type} ${name}`
}

export const promptDirectives = (prompt: Prompt): Directive[] => [
  ...parseDirectives(prompt.text),
  ...prompt.attachments.map((name): Directive => ({ do: 'say', text: `You attached: ${name}.` })),
]
