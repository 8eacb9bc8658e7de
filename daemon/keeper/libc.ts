/**
 * The three calls of libc that the runtime does not offer. `prctl` exists on Linux only: elsewhere an orphan goes to
 * the init process and is found by its marker alone.
 */
import { dlopen } from 'bun:ffi'

const PR_SET_CHILD_SUBREAPER = 36
const LOCK_EX = 2
const LOCK_NB = 4
const WNOHANG = 1

export interface Libc {
  /** Orphans of our descendants become our children. `false`: not on this system. */
  becomeSubreaper(): boolean
  /** An exclusive lock on an open file, freed when this process ends. `false`: somebody else has it. */
  tryLock(fd: number): boolean
  /** Removes one zombie child. Only for pids that the runtime does not wait for itself. */
  reap(pid: number): void
}

export function openLibc(platform: NodeJS.Platform): Libc {
  const { symbols } = dlopen(platform === 'darwin' ? 'libSystem.B.dylib' : 'libc.so.6', {
    flock: { args: ['i32', 'i32'], returns: 'i32' },
    waitpid: { args: ['i32', 'ptr', 'i32'], returns: 'i32' },
  })
  return {
    becomeSubreaper: () => platform === 'linux' && setSubreaper(),
    tryLock: (fd) => symbols.flock(fd, LOCK_EX | LOCK_NB) === 0,
    reap: (pid) => {
      symbols.waitpid(pid, null, WNOHANG)
    },
  }
}

function setSubreaper(): boolean {
  const { symbols } = dlopen('libc.so.6', {
    prctl: { args: ['i32', 'u64', 'u64', 'u64', 'u64'], returns: 'i32' },
  })
  return symbols.prctl(PR_SET_CHILD_SUBREAPER, 1n, 0n, 0n, 0n) === 0
}
