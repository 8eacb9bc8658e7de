/** `--home DIR --id kp_xxx [--limits JSON]`. */
import { isAbsolute } from 'node:path'
import { parseArgs } from 'node:util'
import { type KeeperLimits, keeperLimits } from '../limits.ts'
import { jsonOf } from './header.ts'

/** The shortest limit a system has on the path of a Unix socket is 104 bytes with its final NUL. */
const SOCKET_PATH_BYTES = 100

export type Arguments =
  | { kind: 'ok'; home: string; id: string; socketPath: string; limits: KeeperLimits }
  | { kind: 'refused'; message: string }

export function readArguments(args: string[]): Arguments {
  const options = { home: { type: 'string' }, id: { type: 'string' }, limits: { type: 'string' } } as const
  const { values } = parseArgs({ args, options, strict: false })
  const { home, id } = values
  if (typeof home !== 'string' || !isAbsolute(home)) return refused('--home needs an absolute path.')
  if (typeof id !== 'string' || !/^kp_[0-9a-z]+$/.test(id)) return refused('--id needs the id of a keeper.')
  const limits = limitsFrom(typeof values.limits === 'string' ? values.limits : '{}')
  if (!limits) return refused('--limits needs a JSON object of known limits and numbers.')
  const socketPath = `${home}/run/keeper-1.sock`
  const length = Buffer.byteLength(socketPath)
  if (length > SOCKET_PATH_BYTES) {
    return refused(
      `The socket ${socketPath} has ${length} bytes, a socket's path may have ${SOCKET_PATH_BYTES}: use a shorter home.`,
    )
  }
  return { kind: 'ok', home, id, socketPath, limits }
}

const refused = (message: string): Arguments => ({ kind: 'refused', message })

function limitsFrom(text: string): KeeperLimits | undefined {
  const given = jsonOf(text)
  if (typeof given !== 'object' || given === null) return undefined
  const entries = Object.entries(given)
  if (!entries.every(([name, value]) => name in keeperLimits && typeof value === 'number')) return undefined
  return { ...keeperLimits, ...Object.fromEntries(entries) }
}
