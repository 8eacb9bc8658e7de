/**
 * Kimi Code, as seen at 2.1. It asks questions by elicitation where that is declared, and otherwise as permissions
 * whose options are the choices, which need no reading of their own.
 */
import type { ToolCallFields } from '../../../shared/wire/tool-call.ts'
import type { Fields } from '../json.ts'
import type { Vendor } from './vendor.ts'

export const kimi: Vendor = {
  id: 'kimi',
  isScaffold: (text) => text.trimStart().startsWith('<system-reminder>'),
  toolCall,
}

/**
 * While a call's arguments stream, its content is the JSON text so far, whole in every update: kept once, when it is
 * complete, as the input it is.
 */
function toolCall(read: ToolCallFields, update: Fields): ToolCallFields | null {
  const args = streamedArguments(read)
  if (args === null) return read
  const { content: _, ...rest } = read
  if (read.rawInput !== undefined || update.title !== undefined) return rest
  return isJson(args) ? { ...rest, rawInput: args } : null
}

function streamedArguments(read: ToolCallFields): string | null {
  const [block, ...more] = read.content ?? []
  if (block?.type !== 'text' || more.length > 0 || typeof block.text !== 'string') return null
  const streaming = read.status === 'in_progress' || read.status === 'pending'
  return streaming && block.text.startsWith('{') ? block.text : null
}

function isJson(text: string): boolean {
  if (!text.endsWith('}')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // the arguments are not all there yet
  }
}
