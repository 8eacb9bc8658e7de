/** Whether a process of ours lives; one that nobody waited for yet counts as alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    // ESRCH: it is gone. EPERM: it is somebody else's, and so none of ours.
    return false
  }
}
