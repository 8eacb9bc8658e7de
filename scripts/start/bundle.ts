/**
 * The command line as one file with its bytecode, in `dist/start`: parsing 700 modules is most of what a start costs.
 * The sources are the truth. A bundle is run only while every file that it was made of is the one it was made of, by
 * what git too goes by: size, time of change and inode; and only in the place and by the Bun that it was made in and by.
 * Of the dependencies it is the lock file that counts, as for whoever installs them.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a bundle was made of: paths below the root, each with {@link factsOf}. */
export interface StartManifest {
  root: string
  bun: string
  /** Below `dist/start`. */
  main: string
  inputs: [path: string, facts: string][]
}

export const BUN_NAME = `${Bun.version}+${Bun.revision}`

export const startFolder = (root: string): string => join(root, 'dist', 'start')

/** The bundle of the checkout `root`; null where there is none or anything differs. */
export function freshBundle(root: string): string | null {
  const manifest = readManifest(root)
  if (!manifest || manifest.root !== root || manifest.bun !== BUN_NAME) return null
  const isFresh = manifest.inputs.every(([path, facts]) => factsOf(join(root, path)) === facts)
  const main = join(startFolder(root), manifest.main)
  return isFresh && factsOf(main) !== '' ? main : null
}

/** Size, time of change and inode; empty where there is no such file. */
export function factsOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.size} ${stat.mtimeMs} ${stat.ino}` : ''
}

function readManifest(root: string): StartManifest | null {
  try {
    const read: unknown = JSON.parse(readFileSync(join(startFolder(root), 'manifest.json'), 'utf8'))
    return isManifest(read) ? read : null
  } catch (error) {
    // None was built, or it was cut off: either way there is none.
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) return null
    throw error
  }
}

function isManifest(read: unknown): read is StartManifest {
  if (typeof read !== 'object' || read === null) return false
  if (!('root' in read && 'bun' in read && 'main' in read && 'inputs' in read)) return false
  const { root, bun, main, inputs } = read
  return (
    typeof root === 'string' &&
    typeof bun === 'string' &&
    typeof main === 'string' &&
    Array.isArray(inputs) &&
    inputs.length > 0 &&
    inputs.every(
      (input) => Array.isArray(input) && typeof input[0] === 'string' && typeof input[1] === 'string',
    )
  )
}
