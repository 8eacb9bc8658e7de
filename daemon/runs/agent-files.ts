/**
 * `fs/read_text_file` and `fs/write_text_file` for agents that ask the client: served with the rights of the daemon's
 * user, since an agent that is refused does the same by shell. They are answered outside the transaction that read
 * them, bounded in size and time, and repeated by a successor when this daemon dies in between. Nothing is opened
 * blocking: a pipe without a writer would hold a thread for ever.
 */
import { constants } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import { utf8Length } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/time.ts'
import { at, numberOf, textOf } from '../acp/json.ts'
import type { DaemonLimits } from '../limits.ts'

export type FileReply = { ok: true; result: unknown } | { ok: false; message: string }

export async function serveFile(
  deps: { clock: Clock; limits: Pick<DaemonLimits, 'fileCallMs' | 'agentFileBytes'> },
  method: string,
  params: unknown,
): Promise<FileReply> {
  const path = textOf(at(params, 'path'))
  if (path === undefined || !isAbsolute(path) || path.includes('\0')) {
    return { ok: false, message: 'path must be absolute' }
  }
  const act =
    method === 'fs/read_text_file'
      ? readText(path, params, deps.limits)
      : writeText(path, params, deps.limits)
  const late = new Promise<FileReply>((resolve) => {
    deps.clock.after(deps.limits.fileCallMs, () => resolve({ ok: false, message: `${path} does not answer` }))
  })
  return await Promise.race([act.catch(failed), late])
}

const failed = (error: unknown): FileReply => {
  if (error instanceof Error && 'code' in error) return { ok: false, message: error.message }
  throw error
}

async function readText(
  path: string,
  params: unknown,
  limits: Pick<DaemonLimits, 'agentFileBytes'>,
): Promise<FileReply> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const facts = await file.stat()
  if (!facts.isFile()) return { ok: false, message: `${path} is no regular file` }
  if (facts.size > limits.agentFileBytes) {
    return { ok: false, message: `${path} is over ${limits.agentFileBytes} bytes` }
  }
  const text = await file.readFile('utf8')
  const line = numberOf(at(params, 'line'))
  const count = numberOf(at(params, 'limit'))
  if (line === undefined && count === undefined) return { ok: true, result: { content: text } }
  const first = Math.max(0, (line ?? 1) - 1)
  const lines = text.split('\n').slice(first, count === undefined ? undefined : first + count)
  return { ok: true, result: { content: lines.join('\n') } }
}

async function writeText(
  path: string,
  params: unknown,
  limits: Pick<DaemonLimits, 'agentFileBytes'>,
): Promise<FileReply> {
  const content = textOf(at(params, 'content'))
  if (content === undefined) return { ok: false, message: 'content must be text' }
  if (utf8Length(content) > limits.agentFileBytes) {
    return { ok: false, message: `content is over ${limits.agentFileBytes} bytes` }
  }
  await mkdir(dirname(path), { recursive: true })
  await using file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_NONBLOCK)
  if (!(await file.stat()).isFile()) return { ok: false, message: `${path} is no regular file` }
  await file.truncate(0)
  await file.writeFile(content)
  return { ok: true, result: null }
}
