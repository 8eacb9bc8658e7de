/** Which address is what. Agents put bases of their own in front, so that only the ends of most paths count. */
import { readAnthropic } from './anthropic-request.ts'
import { readChat } from './chat-request.ts'
import { readGemini } from './gemini-request.ts'
import { geminiModelList, geminiModelNamed, modelList, modelNamed } from './models.ts'
import { readResponses } from './responses-request.ts'
import { bodyTokens } from './token-count.ts'
import type { Turn } from './turn.ts'

export type Asked =
  | { for: 'turn'; turn: Turn }
  /** A plain answer that no directive touches. */
  | { for: 'fact'; answer: unknown }
  | { for: 'nothing' }

const GEMINI = /^\/v1(?:beta|alpha|internal)?\d*(?:\/publishers\/google)?\/models\/([^/:]+)(?::(\w+))?$/

export function askedByGet(path: string): Asked {
  if (path === '' || path === '/health') return fact({ ok: true })
  const name = decodeURIComponent(/\/models\/([^/]+)$/.exec(path)?.[1] ?? '')
  if (name === '' && !path.endsWith('/models')) return { for: 'nothing' }
  if (path.startsWith('/v1beta/')) return fact(name === '' ? geminiModelList() : geminiModelNamed(name))
  return fact(name === '' ? modelList() : modelNamed(name))
}

export function askedByPost(path: string, body: unknown): Asked {
  const [, model, method] = GEMINI.exec(path) ?? []
  if (model !== undefined) return askedOfGemini(model, method, body)
  if (path.endsWith('/messages')) return { for: 'turn', turn: readAnthropic(body) }
  if (path.endsWith('/chat/completions')) return { for: 'turn', turn: readChat(body) }
  if (path.endsWith('/responses')) return { for: 'turn', turn: readResponses(body) }
  if (path.endsWith('/messages/count_tokens')) return fact({ input_tokens: bodyTokens(body) })
  return path.endsWith('/responses/compact') ? fact(COMPACTED) : { for: 'nothing' }
}

function askedOfGemini(model: string, method: string | undefined, body: unknown): Asked {
  if (method === 'countTokens') return fact({ totalTokens: bodyTokens(body) })
  if (method === 'generateContent') return { for: 'turn', turn: readGemini(body, model, false) }
  if (method === 'streamGenerateContent') return { for: 'turn', turn: readGemini(body, model, true) }
  return { for: 'nothing' }
}

const fact = (answer: unknown): Asked => ({ for: 'fact', answer })

const COMPACTED = {
  output: [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'stub compact summary' }] },
  ],
}
