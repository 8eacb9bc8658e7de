import { statSync } from 'node:fs'

/**
 * Which file it is, not only what it is called: a path may come to name another one. `none`: there is no file.
 * `undefined`: the system cannot tell now (a network disk that is away), which is not the same.
 */
export function fileIdentity(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat ? `${stat.dev} ${stat.ino}` : 'none'
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
