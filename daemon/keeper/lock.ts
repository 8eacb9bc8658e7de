/** Exactly one keeper a home and generation: a lock on a file that the kernel frees with its holder. */
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import type { Libc } from './libc.ts'

/**
 * `true`: this process holds the lock until it ends. The pid in the file is for people. The file is never removed:
 * a lock on a removed file excludes nobody.
 */
export function takeLock(libc: Libc, path: string, pid: number): boolean {
  const fd = openSync(path, 'a', 0o600)
  if (!libc.tryLock(fd)) {
    closeSync(fd)
    return false
  }
  ftruncateSync(fd)
  writeSync(fd, `${pid}\n`)
  return true
}
