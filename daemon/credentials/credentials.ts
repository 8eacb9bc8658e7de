import { utf8Length } from '../../shared/bytes.ts'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import type { AgentCredential } from '../../shared/wire/agent.ts'
import type { CatalogueEntry } from '../agents/catalogue.ts'
import type { Starts } from '../agents/starts.ts'
import type { Core } from '../sessions/core.ts'
import { renewRuns } from './renew-runs.ts'
import type { Seal } from './seal.ts'
import type { CredentialStore } from './store.ts'

type Entry = Pick<CatalogueEntry, 'id' | 'credentialVariables'>

export interface Credentials {
  /** Every variable that the entry names, and whether something is stored for it. Never a secret. */
  list(entry: Entry): AgentCredential[]
  /** For the environment of a process that is about to start, and nothing else. */
  secretsOf(entry: Entry): Record<string, string>
  put(entry: Entry, variable: string, secret: string): Result<AgentCredential>
  /** Taking away what is not there changes nothing. */
  remove(entry: Entry, variable: string): Result<AgentCredential>
  /** For a sign-out, which decides what becomes of the agent's sessions. Answers which there were. */
  removeAll(entry: Entry): string[]
}

export interface CredentialDeps {
  core: Core
  store: CredentialStore
  seal: Seal
  starts: Starts
  /** What was read with the old key is not believed any more. */
  onChange(agent: string): void
}

// A variable of a process holds no NUL, and no key holds the others.
const CONTROL = /[\u0000-\u001f\u007f]/

export function createCredentials(deps: CredentialDeps): Credentials {
  const { core, store, seal } = deps
  const secretsOf = (entry: Entry): Record<string, string> => {
    const secrets: Record<string, string> = {}
    for (const { variable, sealed } of store.of(entry.id)) {
      const secret = entry.credentialVariables.includes(variable)
        ? seal.open(entry.id, variable, sealed)
        : null
      if (secret !== null) secrets[variable] = secret
    }
    return secrets
  }
  const state = (entry: Entry, variable: string): AgentCredential => {
    const row = store.of(entry.id).find((one) => one.variable === variable)
    // One that cannot be opened is not set: nobody would get it.
    const readable = row && seal.open(entry.id, variable, row.sealed) !== null
    return { variable, setAt: readable ? row.setAt : null }
  }
  return {
    list: (entry) => entry.credentialVariables.map((variable) => state(entry, variable)),
    secretsOf,
    put(entry, variable, secret) {
      if (!entry.credentialVariables.includes(variable)) return unknown(entry, variable)
      const refused = refuseSecret(secret, core.limits.credentialBytes)
      if (refused) return refused
      if (secretsOf(entry)[variable] === secret) return ok(state(entry, variable))
      core.transact((work) => {
        const sealed = seal.close(entry.id, variable, secret)
        store.put({ agent: entry.id, variable, sealed, setAt: work.now })
        renewRuns(core, work, entry.id, 'credential')
      })
      deps.starts.forget(entry.id)
      deps.onChange(entry.id)
      return ok(state(entry, variable))
    },
    remove(entry, variable) {
      const known = entry.credentialVariables.includes(variable)
      const stored = store.of(entry.id).some((row) => row.variable === variable)
      if (!known && !stored) return unknown(entry, variable)
      const removed = core.transact((work) => {
        const gone = store.remove(entry.id, variable)
        if (gone) renewRuns(core, work, entry.id, 'credential')
        return gone
      })
      if (removed) deps.onChange(entry.id)
      return ok({ variable, setAt: null })
    },
    removeAll: (entry) =>
      core.transact(() =>
        store
          .of(entry.id)
          .map(({ variable }) => variable)
          .filter((variable) => store.remove(entry.id, variable)),
      ),
  }
}

const unknown = (entry: Entry, variable: string) =>
  refuse('credential_unknown', `this agent takes no key in ${variable}`, {
    variables: entry.credentialVariables,
  })

/** The words never repeat what was sent. */
function refuseSecret(secret: string, bytes: number) {
  if (secret.trim() === '')
    return refuse('invalid_request', 'a key needs characters', { field: 'body.secret' })
  if (CONTROL.test(secret))
    return refuse('invalid_request', 'a key is one line without control characters', { field: 'body.secret' })
  if (utf8Length(secret) > bytes)
    return refuse('invalid_request', `a key is at most ${bytes} bytes`, {
      field: 'body.secret',
      bound: bytes,
    })
  return null
}
