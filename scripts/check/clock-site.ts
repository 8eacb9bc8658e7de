import type { Use } from './module-facts.ts'
import type { Rule } from './rule.ts'
import { isTestKit, lineAt } from './tree.ts'

const ROOT = /^shared\/(?:time|ids)\.ts$|(?:^|\/)main\.tsx?$|^scripts\//

const CLOCK = new Set([
  'Date.now',
  'performance.now',
  'Bun.nanoseconds',
  'Bun.sleep',
  'setTimeout',
  'setInterval',
  'process.hrtime',
])
const RANDOMNESS = new Set([
  'Math.random',
  'crypto.getRandomValues',
  'crypto.randomUUID',
  'crypto.randomBytes',
  'randomBytes',
  'randomUUID',
  'Bun.randomUUIDv7',
])

/** Time and chance are arguments: a test can stop the one and replay the other. */
export const clockSite: Rule = {
  name: 'clock-site',
  check({ modules }) {
    return modules
      .filter(({ path }) => !ROOT.test(path) && !isTestKit(path))
      .flatMap(({ path, text, facts }) =>
        facts.uses.flatMap((use) => {
          const sentence = refused(use)
          return sentence ? [{ path, line: lineAt(text, use.offset), sentence }] : []
        }),
      )
  },
}

function refused({ name, how, arguments: given }: Use): string | null {
  if (how === 'read') return null
  const bare = name.replace(/^(?:globalThis|window|self)\./, '')
  if (CLOCK.has(bare) || (bare === 'Date' && given === 0)) return `${bare}: take a Clock as an argument`
  if (RANDOMNESS.has(bare)) return `${bare}: take a Random as an argument`
  return null
}
