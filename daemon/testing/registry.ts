/** A package registry on loopback that speaks npm's protocol, with one package of a test's own. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface TestPackage {
  name: string
  version: string
  /** Beside name and version in its package.json. */
  manifest: object
  /** By path; all of them may be run. */
  files: Record<string, string>
}

export interface Registry {
  url: string
  /** Paths, in the order they were asked for. */
  asked: string[]
  stop(): Promise<void>
}

/** `hold`: nothing is answered, so that who asks waits. */
export function startRegistry(one: TestPackage, options: { hold?: boolean } = {}): Registry {
  const tarball = pack(one)
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const asked: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch(request): Response | Promise<Response> {
      const { pathname, origin } = new URL(request.url)
      asked.push(pathname)
      if (options.hold) return new Promise<Response>(() => {})
      if (pathname === '/package.tgz') return new Response(tarball)
      if (decodeURIComponent(pathname.slice(1)) !== one.name) return new Response('{}', { status: 404 })
      const { name, version, manifest } = one
      const dist = { tarball: `${origin}/package.tgz`, integrity }
      const versions = { [version]: { name, version, ...manifest, dist } }
      return Response.json({ name, 'dist-tags': { latest: version }, versions })
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, asked, stop: () => server.stop(true) }
}

function pack({ name, version, manifest, files }: TestPackage): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), 'fl-package-'))
  try {
    const all = { 'package.json': JSON.stringify({ name, version, ...manifest }), ...files }
    for (const [path, text] of Object.entries(all)) {
      const file = join(folder, 'package', path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text, { mode: 0o755 })
    }
    const made = Bun.spawnSync(['tar', '-czf', 'package.tgz', 'package'], { cwd: folder })
    if (made.exitCode !== 0) throw new Error(`tar: ${made.stderr}`)
    return Uint8Array.from(readFileSync(join(folder, 'package.tgz')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
