import { statSync } from 'node:fs'

/** One check: how it went, and what to do when it did not go well. */
export interface Finding {
  check: string
  ok: boolean
  says: string
}

export const foundOf = (check: string, ok: boolean, good: string, advice: string): Finding => ({
  check,
  ok,
  says: ok ? good : advice,
})

const OTHERS = 0o077

/** The home holds secrets and a socket that needs none: nobody else may enter it. */
export function homeFinding(home: string): Finding {
  const mode = modeOf(home)
  if (mode === null) return foundOf('home', false, '', `${home} does not exist; fairlead up makes it`)
  return foundOf(
    'home',
    (mode & OTHERS) === 0,
    `${home} is yours alone`,
    `others can enter ${home}: chmod 700 ${home}`,
  )
}

function modeOf(path: string): number | null {
  // Missing is an answer here; anything else (a loop, no access to the parent) is not expected and thrown.
  return statSync(path, { throwIfNoEntry: false })?.mode ?? null
}

/** A newer Bun of the same major version is taken; an older one lacks what this is made with. */
export function bunFinding(wanted: string, found: string): Finding {
  const ok = Bun.semver.satisfies(found, `^${wanted}`)
  return foundOf('bun', ok, `bun ${found}`, `this is bun ${found}, made for ${wanted}; scripts/up brings it`)
}
