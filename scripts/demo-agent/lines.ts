import { demoLimits } from './limits.ts'

/** The lines of a byte stream, without their newline. Throws past `limit`: such a client is not one. */
export async function* readLines(
  stream: AsyncIterable<Uint8Array>,
  limit: number = demoLimits.lineBytes,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  let held = 0
  for await (const bytes of stream) {
    const pieces = decoder.decode(bytes, { stream: true }).split('\n')
    const tail = pieces.pop() ?? ''
    for (const piece of pieces) {
      yield parts.join('') + piece
      parts = []
      held = 0
    }
    parts.push(tail)
    held += tail.length
    if (held > limit) throw new Error(`a line is longer than ${limit} bytes`)
  }
}
