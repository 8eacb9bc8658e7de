import type { Rule } from './rule.ts'
import { lineAt } from './tree.ts'

const SITE = 'shared/typebox.ts'

/** One schema language, one import of it: its next version is one file's change. */
export const typeboxSite: Rule = {
  name: 'typebox-site',
  check({ modules }) {
    return modules
      .filter(({ path }) => path !== SITE)
      .flatMap(({ path, text, facts }) =>
        facts.imports
          .filter(({ specifier }) => /^(?:@sinclair\/)?typebox(?:\/|$)/.test(specifier))
          .map(({ offset }) => ({
            path,
            line: lineAt(text, offset),
            sentence: `TypeBox is imported from ${SITE}`,
          })),
      )
  },
}
