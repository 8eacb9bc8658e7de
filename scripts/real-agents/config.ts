import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

/** The folder that holds the installed agents: FAIRLEAD_AGENTS_CACHE, else `fairlead/agents` of the user's cache. */
export function agentsCache(env: Env = process.env): string {
  const own = env.FAIRLEAD_AGENTS_CACHE
  if (own !== undefined && own !== '') return resolve(own)
  const caches = env.XDG_CACHE_HOME
  // The convention for these variables: a relative path is as good as none.
  const base = caches !== undefined && isAbsolute(caches) ? caches : join(homedir(), '.cache')
  return join(base, 'fairlead', 'agents')
}
