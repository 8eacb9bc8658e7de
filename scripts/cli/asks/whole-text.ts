/** An ask's long texts in full: what is approved is read whole, never its head and tail. */
import type { Ask } from '../../../shared/wire/ask.ts'
import type { LongText } from '../../../shared/wire/text.ts'

export type WholeText = (text: LongText) => string

/** Reads every blob the ask links to; rejects when one cannot be read. */
export async function wholeTexts(ask: Ask, readBlob: (blob: string) => Promise<string>): Promise<WholeText> {
  const blobs = new Map<string, string>()
  for (const text of longTexts(ask)) {
    if (typeof text !== 'string' && !blobs.has(text.blob)) blobs.set(text.blob, await readBlob(text.blob))
  }
  return (text) => (typeof text === 'string' ? text : (blobs.get(text.blob) ?? text.head + text.tail))
}

function longTexts(ask: Ask): LongText[] {
  if (ask.kind === 'question') return []
  const { rawInput, content = [], output, rawOutput } = ask.permission.toolCall
  const texts: LongText[] = []
  for (const text of [rawInput, output, rawOutput]) if (text !== undefined) texts.push(text)
  for (const part of content) {
    if (part.type === 'text') texts.push(part.text)
    else if (part.type === 'other') texts.push(part.json)
    else texts.push(part.new, ...(part.old === null ? [] : [part.old]))
  }
  return texts
}
