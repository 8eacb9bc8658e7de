interface Built {
  path: string
  bytes: Uint8Array
}

/** The gzipped size of what `index` loads by itself: its scripts, and what they import before they run. */
export function firstLoad(
  files: readonly Built[],
  index: string,
  gzip: (bytes: Uint8Array) => Uint8Array,
): number {
  const byPath = new Map(files.map(({ path, bytes }) => [path, bytes]))
  const html = new TextDecoder().decode(byPath.get(index))
  const waiting = [...html.matchAll(/<script[^>]*\ssrc="\/?([^"]+)"/g)].map(([, path]) => path ?? '')
  const loaded = new Set<string>()
  let bytes = 0
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const script = byPath.get(path)
    if (loaded.has(path) || !script) continue
    loaded.add(path)
    bytes += gzip(script).length
    waiting.push(...importedBy(path, script))
  }
  return bytes
}

const transpiler = new Bun.Transpiler({ loader: 'js' })

function importedBy(path: string, script: Uint8Array): string[] {
  return transpiler
    .scanImports(new TextDecoder().decode(script))
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path: specifier }) => new URL(specifier, `http://page/${path}`).pathname.slice(1))
}
