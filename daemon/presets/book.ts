/** Systems with their keys, presets, and which session has which: what the rules of sessions know of them. */
import type { Database } from 'bun:sqlite'
import { fromBase64url, toBase64url } from '../../shared/token/base64url.ts'
import type { Seal } from '../credentials/seal.ts'
import { createCredentialStore } from '../credentials/store.ts'
import { createSessionPresetStore, type SessionPresetStore } from './session-store.ts'
import { createPresetStore, type PresetStore } from './store.ts'
import { createStripStore, type StripStore } from './strip-store.ts'

export interface PresetBook {
  store: PresetStore
  sessions: SessionPresetStore
  strip: StripStore
  /** For a process that is about to start or to be told, and nothing else. */
  keyOf(system: string): string | null
  /** When a key was stored that can be read; null: there is none. */
  keySetAt(system: string): number | null
  putKey(system: string, secret: string, now: number): void
  removeKey(system: string): boolean
  /** A line to an agent as it may be stored: it carries a key. */
  closeLine(run: string, line: string): string
  /** Any line as it is sent. Null: it was closed with a key that is gone. */
  openLine(run: string, line: string): string | null
}

/** A line is JSON, so none begins with this. */
const CLOSED = 'sealed:'
/** Names of variables have no dash in front. */
const KEY = '-key'
const LINE = '-line'

export function createPresetBook(deps: { db: Database; seal: Seal }): PresetBook {
  const { db, seal } = deps
  // Ids of systems have an underscore, which no agent's has.
  const credentials = createCredentialStore(db)
  const key = (system: string) => {
    const row = credentials.of(system).find(({ variable }) => variable === KEY)
    const secret = row ? seal.open(system, KEY, row.sealed) : null
    return row && secret !== null ? { secret, setAt: row.setAt } : null
  }
  return {
    store: createPresetStore(db),
    sessions: createSessionPresetStore(db),
    strip: createStripStore(db),
    keyOf: (system) => key(system)?.secret ?? null,
    keySetAt: (system) => key(system)?.setAt ?? null,
    putKey: (system, secret, now) =>
      credentials.put({ agent: system, variable: KEY, sealed: seal.close(system, KEY, secret), setAt: now }),
    removeKey: (system) => credentials.remove(system, KEY),
    closeLine: (run, line) => `${CLOSED}${toBase64url(seal.close(run, LINE, line))}`,
    openLine(run, line) {
      if (!line.startsWith(CLOSED)) return line
      const sealed = fromBase64url(line.slice(CLOSED.length))
      return sealed && seal.open(run, LINE, sealed)
    },
  }
}
