/**
 * Text as the index takes it. SQLite's tokenizer cuts words at spaces, which Chinese, Japanese and (for its endings)
 * Korean do not have: each of their characters is set between unit separators and so becomes a word of its own, and a
 * word of two characters a phrase. The separators are the only ones in the text, so they come out again.
 */
const SEPARATOR = '\u001f'
const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc]+/gu
/** Every control but newline and tab: the separators and the marks of a snippet must be ours. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu
const WORD = /[\p{L}\p{N}\p{Co}]/u

export function toWords(text: string): string {
  return text
    .replace(CONTROLS, ' ')
    .normalize('NFC')
    .replace(CJK, (run) => SEPARATOR + [...run].join(SEPARATOR) + SEPARATOR)
}

export const fromWords = (words: string): string => words.replaceAll(SEPARATOR, '')

/** Whether there is anything in it that can be found. */
export const hasWord = (text: string): boolean => WORD.test(text)
