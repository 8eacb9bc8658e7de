import { statSync } from 'node:fs'

/** Which file it is, not only what it is called. A path may come to name another one. */
export function fileIdentity(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.dev} ${stat.ino}` : 'none'
}
