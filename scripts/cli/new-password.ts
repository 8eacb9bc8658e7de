import { askLine } from './ask-line.ts'
import { usageError } from './cli-error.ts'
import type { Context } from './command.ts'

/** A password that will be somebody’s: typed blind, it is typed twice. */
export async function newPassword(context: Context): Promise<string> {
  const password = await askLine(context, 'New password', 'secret')
  if (!context.keyboard.present) return password
  if ((await askLine(context, 'Once more', 'secret')) !== password)
    throw usageError('the two passwords differ')
  return password
}
