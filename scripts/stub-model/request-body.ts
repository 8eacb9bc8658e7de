/** A request's body as JSON: agents send it plain, gzipped or as zstd. */
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import { stubLimits } from './limits.ts'

export async function readBody(request: Request): Promise<Result<unknown>> {
  const bytes = unpacked(await request.bytes(), request.headers.get('content-encoding'))
  if (bytes === undefined) return refuse('invalid_request', 'the body is not packed as it says')
  try {
    return ok(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (error) {
    // Anybody may send anything: said back as a refusal.
    if (error instanceof SyntaxError) return refuse('invalid_request', 'the body is not JSON')
    throw error
  }
}

const BOUND = { maxOutputLength: stubLimits.bodyBytes }

function unpacked(bytes: Uint8Array, encoding: string | null): Uint8Array | undefined {
  try {
    if (encoding === 'gzip') return gunzipSync(bytes, BOUND)
    return encoding === 'zstd' ? zstdDecompressSync(bytes, BOUND) : bytes
  } catch (error) {
    // zlib's own errors, for bytes that are not packed so or are too many unpacked.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
