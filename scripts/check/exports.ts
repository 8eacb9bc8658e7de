import type { Rule } from './rule.ts'
import { lineAt } from './tree.ts'

/** One name for one thing, found where it is made: no default exports, no barrels. */
export const exportRules: Rule = {
  name: 'exports',
  check({ modules }) {
    return modules.flatMap(({ path, text, facts }) => [
      ...facts.defaultExports.map((offset) => ({
        path,
        line: lineAt(text, offset),
        sentence: 'a default export: give it its name',
      })),
      ...facts.exportStars.map((offset) => ({
        path,
        line: lineAt(text, offset),
        sentence: 'a barrel: import from the file itself',
      })),
    ])
  },
}
