/** What went wrong, in an agent's own words. Many say "Internal error" and put the words into `data`. */
import { headUtf8, utf8Length } from '../../shared/bytes.ts'
import { ERROR_TEXT_BYTES } from '../../shared/limits.ts'
import { terminalSafe } from '../../shared/untrusted.ts'
import { at, wordsOf } from './json.ts'
import type { RpcError } from './message.ts'
import { providerWords } from './provider-error.ts'

/** Without control characters, at most {@link ERROR_TEXT_BYTES} and then said to be cut. Never empty. */
export function errorText(error: RpcError): string {
  const detail =
    wordsOf(error.data) ?? wordsOf(at(error.data, 'details')) ?? wordsOf(at(error.data, 'message'))
  const words = [error.message, detail ?? ''].filter((text) => text !== '')
  const plain = words.map((text) => providerWords(text) ?? text).join(': ')
  return cut(terminalSafe(plain).trim() || `The agent answered error ${error.code}.`)
}

function cut(text: string): string {
  const head = headUtf8(text, ERROR_TEXT_BYTES)
  return head === text ? text : `${head}… (${utf8Length(text)} bytes in all)`
}
