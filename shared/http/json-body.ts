/** Request bodies, counted as they are read; for the Bun parts only. */
import { Elysia, ParseError } from 'elysia'
import { AppError } from '../errors.ts'

/**
 * Takes JSON bodies of at most `bytes`; past it 413. What a request says of its length may be missing, and inside a
 * circuit no listener counts. Another content type is left to its route's schema as text.
 */
export const jsonBody = (bytes: number) =>
  new Elysia({ name: 'json-body' }).onParse({ as: 'global' }, async ({ request, contentType }) => {
    const text = await readText(request, bytes)
    if (contentType !== 'application/json' || text === '') return text
    try {
      return JSON.parse(text)
    } catch (error) {
      throw new ParseError(error instanceof Error ? error : undefined) // no JSON: refused like any wrong body
    }
  })

async function readText(request: Request, bytes: number): Promise<string> {
  const tooLarge = (): AppError =>
    new AppError('body_too_large', `a body is at most ${bytes} bytes`, { bound: bytes })
  if (Number(request.headers.get('content-length') ?? 0) > bytes) throw tooLarge()
  const decoder = new TextDecoder()
  let text = ''
  let seen = 0
  for await (const chunk of request.body ?? []) {
    seen += chunk.length
    if (seen > bytes) throw tooLarge()
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
