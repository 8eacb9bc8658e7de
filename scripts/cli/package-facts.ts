/** What the package says of itself. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, Value } from '../../shared/typebox.ts'
import { CliError } from './cli-error.ts'

const PackageFile = Type.Object({
  version: Type.String(),
  packageManager: Type.String({ pattern: '^bun@' }),
})

/** `version` is this package's, `bun` the one it is made for. */
export function packageFacts(): { version: string; bun: string } {
  const path = join(import.meta.dir, '../../package.json')
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!Value.Check(PackageFile, value)) throw new CliError('internal', `${path} is not this program's.`)
  return { version: value.version, bun: value.packageManager.slice('bun@'.length) }
}
