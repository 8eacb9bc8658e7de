/** One request of an agent to its model, the same for every API. */
import type { ModelTool } from './model-tool.ts'
import { lastWords, ownWords } from './own-words.ts'

export type Api = 'anthropic' | 'responses' | 'chat' | 'gemini'

export interface Turn {
  api: Api
  model: string
  stream: boolean
  system: string
  tools: readonly ModelTool[]
  /** The user's last words, free of what the agent put around them. */
  words: string
  /** What the user said before. */
  earlier: readonly string[]
  /** What tools gave since the last words, oldest first. */
  results: readonly string[]
  /** The schema that the answer has to follow, when there is one. */
  answerSchema?: unknown
  /** Messages in the conversation. */
  messages: number
}

/** A conversation as its user's messages (blocks of text) and what its tools gave; the model's own part is left out. */
export type Said = { by: 'user'; blocks: readonly string[] } | { by: 'tool'; text: string }

export function followed(
  conversation: readonly Said[],
  joins: boolean,
): Pick<Turn, 'words' | 'earlier' | 'results'> {
  let words = ''
  let earlier: string[] = []
  let results: string[] = []
  for (const said of conversation) {
    if (said.by === 'tool') {
      results.push(said.text)
      continue
    }
    const blocks = ownWords(said.blocks)
    const last = lastWords(blocks, joins)
    if (last === undefined) continue
    earlier = [...earlier, ...(words === '' ? [] : [words]), ...blocks.filter((_, n) => n !== last)]
    words = blocks[last] ?? ''
    results = []
  }
  return { words, earlier, results }
}
