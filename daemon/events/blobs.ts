import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The long texts of a session's events, one file each under `<home>/blobs/<session>/`. Names are ours
 * (`<seq>-<number>`), so a path is never made of anything that came from outside.
 */
export interface Blobs {
  write(session: string, name: string, text: string): void
  /** The file's path, or null for a name that cannot be one of ours. */
  path(session: string, name: string): string | null
  /** The whole text; null when its file is not there. */
  read(session: string, name: string): string | null
  /** Forgets a deleted session's texts. */
  remove(session: string): void
}

const NAME = /^\d{1,12}-\d{1,4}$/

export function createBlobs(root: string): Blobs {
  return {
    write(session, name, text) {
      mkdirSync(join(root, session), { recursive: true, mode: 0o700 })
      writeFileSync(join(root, session, name), text, { mode: 0o600 })
    },
    path: (session, name) => (NAME.test(name) ? join(root, session, name) : null),
    read(session, name) {
      const path = NAME.test(name) ? join(root, session, name) : null
      return path !== null && existsSync(path) ? readFileSync(path, 'utf8') : null
    },
    remove: (session) => rmSync(join(root, session), { recursive: true, force: true }),
  }
}
