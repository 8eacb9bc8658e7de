import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from '../../shared/typebox.ts'
import { UI_ENCODINGS, UI_MANIFEST, UiManifest } from '../../shared/ui-manifest.ts'

export type Encoding = (typeof UI_ENCODINGS)[number]['name'] | 'identity'

export interface PageFile {
  type: string
  /** Every form of it that there is; `identity` always. */
  forms: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>
}

export interface PageBuild {
  hash: string
  /** By the path below the root, without a leading `/`. */
  files: ReadonlyMap<string, PageFile>
}

/**
 * The build in `folder`, read once and whole: its files belong together, so a build that replaces it meanwhile must not
 * be mixed in. Null where there is none, or it is not whole.
 */
export function readBuild(folder: string): PageBuild | null {
  if (!existsSync(join(folder, UI_MANIFEST))) return null
  const manifest: unknown = JSON.parse(readFileSync(join(folder, UI_MANIFEST), 'utf8'))
  if (!Value.Check(UiManifest, manifest)) return null
  const files = new Map<string, PageFile>()
  for (const { path, type } of manifest.files) {
    const at = join(folder, path)
    if (!existsSync(at)) return null
    const forms = new Map<Encoding, Uint8Array<ArrayBuffer>>([['identity', bytesOf(at)]])
    for (const { name, suffix } of UI_ENCODINGS) {
      if (existsSync(at + suffix)) forms.set(name, bytesOf(at + suffix))
    }
    files.set(path, { type, forms })
  }
  return { hash: manifest.hash, files }
}

const bytesOf = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path))
