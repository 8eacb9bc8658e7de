import type { Rule } from './rule.ts'
import { isTest, lineAt } from './tree.ts'

const FOCUS = /^(?:test|it|describe)\.(?:\w+\.)*(?:skip|only|todo|skipIf|todoIf|failing)$/

/** `expect(…).rejects` waits in an event loop of its own, which can hang for good: `rejection(…)` does not. */
const NESTED = /\)\s*\.(?:rejects|resolves)\./g

/** A test runs, always and with all the others, or is not there; and what it waits for can come. */
export const testFocus: Rule = {
  name: 'test-focus',
  check({ modules }) {
    return modules
      .filter(({ path }) => isTest(path))
      .flatMap(({ path, text, facts }) => [
        ...facts.uses
          .filter(({ name, how }) => how === 'read' && FOCUS.test(name))
          .map(({ name, offset }) => ({ path, line: lineAt(text, offset), sentence: `${name} in a test` })),
        ...[...text.matchAll(NESTED)].map(({ index }) => ({
          path,
          line: lineAt(text, index),
          sentence: 'expect waits for a promise: await it, or rejection(…), first',
        })),
      ])
  },
}
