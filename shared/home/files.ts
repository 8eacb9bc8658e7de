import { readFileSync } from 'node:fs'

/** The file's text without surrounding white space; null where there is no such file. */
export function tryRead(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
