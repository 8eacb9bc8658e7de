/** What a build of the page is: `manifest.json` beside its files. Only files named here are ever served. */
import { type Static, Type } from './typebox.ts'

export const UI_MANIFEST = 'manifest.json'
/** The page itself: it names the others, so it is the one that is asked for anew each time. */
export const UI_INDEX = 'index.html'
/** What a file is called in a smaller form, in the order of preference. */
export const UI_ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

export const UiFile = Type.Object({
  /** Below the build's folder, with `/`. */
  path: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*(?:/[A-Za-z0-9][A-Za-z0-9._-]*)*$' }),
  type: Type.String(),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  bytes: Type.Integer(),
  gzip: Type.Integer(),
  br: Type.Integer(),
})
export type UiFile = Static<typeof UiFile>

export const UiManifest = Type.Object({
  /** SHA-256, hex, over the files in the order of their paths, the page as it was before the hash was put in it. */
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** JavaScript that the page needs before it shows anything, gzipped, bytes. */
  firstLoadBytes: Type.Integer(),
  files: Type.Array(UiFile),
})
export type UiManifest = Static<typeof UiManifest>
