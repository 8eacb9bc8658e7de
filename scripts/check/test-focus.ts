import type { Rule } from './rule.ts'
import { isTest, lineAt } from './tree.ts'

const FOCUS = /^(?:test|it|describe)\.(?:\w+\.)*(?:skip|only|todo|skipIf|todoIf|failing)$/

/** A test runs, always and with all the others, or is not there. */
export const testFocus: Rule = {
  name: 'test-focus',
  check({ modules }) {
    return modules
      .filter(({ path }) => isTest(path))
      .flatMap(({ path, text, facts }) =>
        facts.uses
          .filter(({ name, how }) => how === 'read' && FOCUS.test(name))
          .map(({ name, offset }) => ({ path, line: lineAt(text, offset), sentence: `${name} in a test` })),
      )
  },
}
