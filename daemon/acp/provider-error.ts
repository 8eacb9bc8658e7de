/** Some agents hand a provider's error on as the JSON it came in. */
import { at, textOf } from './json.ts'

/** The words of `{"error": {"message": …}}`, null for any other text. */
export function providerWords(text: string): string | null {
  if (!text.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return textOf(at(value, 'error', 'message')) ?? null
  } catch {
    return null // words that begin with a brace
  }
}
