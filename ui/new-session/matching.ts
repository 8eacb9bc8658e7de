import type { Conversation } from '../../shared/wire/conversation.ts'

/** Those in whose title, directory or id every word is. */
export function matching(rows: readonly Conversation[], words: string): Conversation[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(({ id, title, cwd }) => {
    const text = [title, cwd, id].join(' ').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}
