/** `<home>/run.json`: where the daemon of a home can be reached while one lives. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type, Value } from '../../shared/typebox.ts'

const RunFile = Type.Object({
  pid: Type.Integer(),
  url: Type.String(),
  daemonUrl: Type.String(),
  version: Type.String(),
  socket: Type.String(),
})
export type RunFile = Static<typeof RunFile>

/** Null when there is none, or it is not one (a daemon that is just writing it counts as not there yet). */
export function readRunFile(home: string): RunFile | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(home, 'run.json'), 'utf8'))
    return Value.Check(RunFile, value) ? value : null
  } catch {
    // Missing, unreadable and half-written mean the same to a client: nobody to talk to.
    return null
  }
}
