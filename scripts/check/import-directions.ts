/** Imports point one way: everybody may know `shared`, the parts do not know each other, the keeper knows nobody. */
import type { Import } from './module-facts.ts'
import type { Rule } from './rule.ts'
import { isTest, lineAt } from './tree.ts'

const KNOWS: Record<string, readonly string[]> = {
  shared: ['shared'],
  server: ['server', 'shared'],
  daemon: ['daemon', 'shared'],
  ui: ['ui', 'shared'],
  scripts: ['scripts', 'shared'],
}

/** The typed clients, which take the type of an app and nothing else. */
const APP_TYPES = new Set(['daemon/app.ts', 'server/app.ts'])
const CLIENTS = new Set(['ui/api/daemon.ts', 'ui/api/authority.ts', 'scripts/cli/client.ts'])
/** The one place that starts both roles. */
const ROLES = 'scripts/cli/roles.ts'
const STARTS = new Set(['daemon/start.ts', 'server/start.ts'])
/** The one command that acts in the home of an authority while none runs there. */
const ON_HOST = 'scripts/cli/admin/host.ts'
const ACTS = 'server/act-while-stopped.ts'

const KEEPER = 'daemon/keeper/'
const KEEPER_KNOWS = new Set(['daemon/limits.ts', 'shared/time.ts', 'shared/ids.ts', 'shared/bytes.ts'])

/** What the daemon's side of it uses: the wire, and the ladder for what a dead keeper left behind. */
const KEEPER_SHOWS = new Set(['frames', 'ladder', 'processes'].map((name) => `${KEEPER}${name}.ts`))

const isFree = (path: string): boolean => isTest(path) || path.startsWith('scripts/bench/')

export const importDirections: Rule = {
  name: 'import-directions',
  check({ modules }) {
    return modules.flatMap(({ path, text, facts }) => {
      if (isFree(path)) return []
      return facts.imports.flatMap((given) => {
        const sentence = refused(path, given)
        return sentence ? [{ path, line: lineAt(text, given.offset), sentence }] : []
      })
    })
  },
}

function refused(path: string, { specifier, target, typeOnly, dynamic }: Import): string | null {
  if (path.startsWith(KEEPER) && dynamic) return 'the keeper imports nothing dynamically'
  if (target === null) return null
  if (path.startsWith(KEEPER)) {
    const known = target.startsWith(KEEPER) || KEEPER_KNOWS.has(target)
    return known ? null : `the keeper does not know ${specifier}`
  }
  if (CLIENTS.has(path) && APP_TYPES.has(target)) {
    return typeOnly ? null : `${target} is imported as a type only`
  }
  if (path === ROLES && STARTS.has(target)) return null
  if (path === ON_HOST && target === ACTS) return null
  const area = areaOf(path)
  if (!KNOWS[area]?.includes(areaOf(target))) return `${area || 'the root'} does not import ${target}`
  if (!target.startsWith(KEEPER)) return null
  if (path.startsWith('daemon/runs/') && KEEPER_SHOWS.has(target)) return null
  if (target === `${KEEPER}frames.ts` && typeOnly) return null
  return 'of the keeper only its frames are known (and, to daemon/runs, how it ends processes)'
}

const areaOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')
