import type { Use } from './module-facts.ts'
import type { Rule } from './rule.ts'
import { isTestKit, lineAt } from './tree.ts'

const SITE = /^shared\/errors\.ts$|^scripts\//

/**
 * What is expected is returned or is an AppError with a code; a programmer's mistake is a TypeError or a RangeError.
 * A bare Error says neither. Nobody decides by the words of a message.
 */
export const errorSite: Rule = {
  name: 'error-site',
  check({ modules }) {
    return modules
      .filter(({ path }) => !SITE.test(path) && !isTestKit(path))
      .flatMap(({ path, text, facts }) =>
        facts.uses.flatMap((use) => {
          const sentence = refused(use)
          return sentence ? [{ path, line: lineAt(text, use.offset), sentence }] : []
        }),
      )
  },
}

function refused({ name, how }: Use): string | null {
  if (how === 'read') return null
  if (name === 'Error') return 'a bare Error: return it, or throw an AppError, a TypeError or a RangeError'
  if (/(?:^|\.)message\.(?:includes|startsWith|endsWith|match)$/.test(name)) {
    return 'decide by an error code, not by the words of its message'
  }
  return null
}
