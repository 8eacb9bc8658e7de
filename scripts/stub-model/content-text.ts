/** The text in a message's content, whatever the API made of it. */
import { field, isRecord, listField } from '../demo-agent/narrow.ts'

/** A string as it is, of blocks all their texts, JSON of anything else. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  if (Array.isArray(content)) return content.map(textOfBlock).join('')
  const text = field(content, 'text')
  return typeof text === 'string' ? text : JSON.stringify(content)
}

function textOfBlock(block: unknown): string {
  if (typeof block === 'string') return block
  if (!isRecord(block)) return ''
  if (typeof block.text === 'string') return block.text
  if (block.type === 'tool_reference') return `ref:${String(block.tool_name)}`
  return block.content === undefined ? '' : textOf(block.content)
}

/** The text blocks of a message: one for a string, of blocks those of these types, each by itself. */
export function textBlocks(content: unknown, types: readonly string[]): string[] {
  if (typeof content === 'string') return [content]
  return listField({ content }, 'content').flatMap((block) => {
    const text = field(block, 'text')
    return typeof text === 'string' && types.includes(String(field(block, 'type'))) ? [text] : []
  })
}
