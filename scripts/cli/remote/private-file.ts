/** Small files of this device in the home, 0600: a token, a key, what machines are known by. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryRead } from '../../../shared/home/files.ts'
import { type Static, type TSchema, Value } from '../../../shared/typebox.ts'
import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'

export interface PrivateFile<T> {
  /** Null: there is none. Throws for one that is damaged: what it held cannot be guessed. */
  read(): T | null
  /** Whole or not at all. */
  write(value: T): void
  remove(): void
}

export function privateFile<S extends TSchema>(
  home: string,
  name: string,
  schema: S,
): PrivateFile<Static<S>> {
  const directory = join(home, 'device')
  const path = join(directory, name)
  return {
    read() {
      const text = tryRead(path)
      if (text === null) return null
      const value = parsed(text)
      if (Value.Check(schema, value)) return value
      throw new CliError('damaged', `${path} is damaged; remove it and sign in again.`, {
        exit: exitCodes.error,
      })
    },
    write(value) {
      mkdirSync(home, { recursive: true, mode: 0o700 })
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      writeFileSync(`${path}.new`, `${JSON.stringify(value)}\n`, { mode: 0o600, flush: true })
      renameSync(`${path}.new`, path)
    },
    remove: () => rmSync(path, { force: true }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined // it matches no schema
    throw error
  }
}
