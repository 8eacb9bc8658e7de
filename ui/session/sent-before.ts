import type { Row } from '../state/rows.ts'

/** More than anybody walks back by a key. */
const MOST = 50

/** What the person wrote in this session, newest first, each once in a row. Pure. */
export function sentBefore(rows: readonly Row[]): string[] {
  const texts: string[] = []
  for (let place = rows.length - 1; place >= 0 && texts.length < MOST; place--) {
    const row = rows[place]
    if (row?.kind === 'prompt' && typeof row.text === 'string' && row.text !== texts.at(-1))
      texts.push(row.text)
  }
  return texts
}
