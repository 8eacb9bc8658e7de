import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { DaemonLimits } from '../limits.ts'

/** An absolute path of a directory that answers. A mount that sleeps is not a directory that is gone. */
export async function checkDirectory(
  path: string,
  deps: { clock: Clock; limits: Pick<DaemonLimits, 'fileCallMs'> },
): Promise<Result<string>> {
  if (!isAbsolute(path) || path.includes('\0')) {
    return refuse('invalid_request', 'the directory must be an absolute path', { field: 'cwd' })
  }
  const late = Promise.withResolvers<'late'>()
  const timer = deps.clock.after(deps.limits.fileCallMs, () => late.resolve('late'))
  const facts = await Promise.race([stat(path).catch(errnoOf), late.promise])
  timer.cancel()
  if (facts === 'late') return refuse('workspace_unresponsive', `${path} does not answer`)
  if (typeof facts !== 'object') return refuse('workspace_missing', `${path}: ${facts}`, { reason: facts })
  return facts.isDirectory() ? ok(path) : refuse('workspace_missing', `${path} is no directory`)
}

/** Missing, denied, a loop, too long: what the system calls it. */
function errnoOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  throw error
}
