/** Request bodies, counted as they are read; for the Bun parts only. */
import { Elysia } from 'elysia'
import { AppError } from '../errors.ts'
import { nestedDeeper } from '../json-depth.ts'
import { JSON_BODY_DEPTH } from '../limits.ts'

/**
 * Takes JSON bodies of at most `bytes`; past it 413. What a request says of its length may be missing, and inside a
 * circuit no listener counts. What is thrown here reaches the error plugin inside a ParseError. Another content type
 * is left to its route's schema as text.
 */
export const jsonBody = (bytes: number) =>
  new Elysia({ name: 'json-body' }).onParse({ as: 'global' }, async ({ request, contentType }) => {
    const text = await readText(request, bytes)
    if (contentType !== 'application/json' || text === '') return text
    // What checks a body walks it, and a deep one would exhaust its stack.
    if (nestedDeeper(text, JSON_BODY_DEPTH))
      throw new AppError('invalid_request', 'the body is nested too deep')
    return JSON.parse(text)
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
