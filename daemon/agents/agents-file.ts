/**
 * `agents.toml` in the home: agents that a person adds, or sets in place of shipped ones. One `[[agent]]` each; what an
 * entry in place of a shipped one leaves out stays as shipped. A file that is not as it must be is not used at all, and
 * the daemon says so.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type, Value } from '../../shared/typebox.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { DaemonLimits } from '../limits.ts'
import { type CatalogueEntry, plain } from './catalogue.ts'

const VARIABLE = '^[A-Za-z_][A-Za-z0-9_]*$'
const Variable = Type.String({ pattern: VARIABLE, maxLength: 128 })

const FileEntry = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9]{0,31}$' }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    /** A name on PATH, or an absolute path. */
    command: Type.String({ pattern: '^(/.*|[^/\\s]+)$', maxLength: 4_096 }),
    args: Type.Optional(Type.Array(Type.String({ maxLength: 4_096 }), { maxItems: 64 })),
    env: Type.Optional(
      Type.Record(Variable, Type.String({ maxLength: 32_768 }), {
        maxProperties: 64,
        additionalProperties: false,
      }),
    ),
    credentialVariables: Type.Optional(Type.Array(Variable, { maxItems: 16 })),
    askingMode: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { additionalProperties: false },
)
type FileEntry = Static<typeof FileEntry>
const AgentsToml = Type.Object({ agent: Type.Array(FileEntry) }, { additionalProperties: false })

export const AGENTS_FILE = 'agents.toml'

export interface AgentsFile {
  /** The table with the file's entries in it, read again when the file changed. */
  over(shipped: readonly CatalogueEntry[]): readonly CatalogueEntry[]
  /** Why the file is not used, in one line; null: it is, or there is none. */
  problem(): string | null
}

type Read = { kind: 'entries'; entries: readonly FileEntry[] } | { kind: 'broken'; problem: string }
type Bounds = Pick<DaemonLimits, 'agentsFileBytes' | 'agentsFileEntries'>

export function createAgentsFile(
  home: string,
  limits: Bounds,
  onProblem: (line: string) => void,
): AgentsFile {
  const path = join(home, AGENTS_FILE)
  let seen = ''
  let read: Read = { kind: 'entries', entries: [] }
  const look = (): Read => {
    const stat = statSync(path, { throwIfNoEntry: false })
    const mark = stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : ''
    if (mark === seen) return read
    seen = mark
    read = stat ? readFile(path, stat.size, limits) : { kind: 'entries', entries: [] }
    if (read.kind === 'broken') onProblem(read.problem)
    return read
  }
  return {
    over(shipped) {
      const now = look()
      return now.kind === 'broken' ? shipped : merged(shipped, now.entries)
    },
    problem() {
      const now = look()
      return now.kind === 'broken' ? now.problem : null
    },
  }
}

function readFile(path: string, size: number, limits: Bounds): Read {
  const broken = (why: string): Read => ({ kind: 'broken', problem: `${AGENTS_FILE} is not used: ${why}` })
  if (size > limits.agentsFileBytes) return broken(`it is over ${limits.agentsFileBytes} bytes`)
  try {
    const value: unknown = Bun.TOML.parse(readFileSync(path, 'utf8'))
    if (!Value.Check(AgentsToml, value)) return broken(firstProblem(value))
    const ids = value.agent.map(({ id }) => id)
    const twice = ids.find((id, n) => ids.indexOf(id) !== n)
    if (twice !== undefined) return broken(`“${twice}” is in it twice`)
    if (ids.length > limits.agentsFileEntries) return broken(`it has over ${limits.agentsFileEntries} agents`)
    return { kind: 'entries', entries: value.agent }
  } catch (error) {
    // The parser's words, or the system's: a file that only root reads, a directory of this name.
    if (!(error instanceof Error)) throw error
    return broken(cleanLabel(error.message))
  }
}

function firstProblem(value: unknown): string {
  const first = [...Value.Errors(AgentsToml, value)][0]
  // The value is not repeated: an environment may hold a key.
  return first ? cleanLabel(`${first.path || '/'}: ${first.message}`) : 'it has no [[agent]]'
}

function merged(shipped: readonly CatalogueEntry[], own: readonly FileEntry[]): readonly CatalogueEntry[] {
  const byId = new Map(shipped.map((entry) => [entry.id, entry]))
  for (const entry of own) byId.set(entry.id, entryOf(entry, byId.get(entry.id)))
  return [...byId.values()]
}

function entryOf(own: FileEntry, shipped: CatalogueEntry | undefined): CatalogueEntry {
  // Another program: whether this one takes them is not known.
  const { takesProviders: _, ...base } = shipped ?? { ...plain, notes: [], takesProviders: false }
  return {
    ...base,
    id: own.id,
    name: cleanLabel(own.name ?? '') || shipped?.name || own.id,
    programs: [{ program: own.command, args: own.args ?? [] }],
    install: { kind: 'own' },
    ...(own.env ? { env: own.env } : {}),
    ...(own.credentialVariables ? { credentialVariables: own.credentialVariables } : {}),
    ...(own.askingMode ? { askingMode: own.askingMode } : {}),
  }
}
