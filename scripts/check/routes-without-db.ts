import type { Rule } from './rule.ts'
import { lineAt } from './tree.ts'

const ROUTES = /(?:^|\/)routes\.ts$/
const STORAGE = /^(?:daemon|server)\/db\/|(?:^|\/)(?:[a-z-]+-)?store\.ts$/

/** Routes read a request, call one function and map its outcome: routes → noun → store → db. */
export const routesWithoutDb: Rule = {
  name: 'routes-without-db',
  check({ modules }) {
    return modules
      .filter(({ path }) => ROUTES.test(path))
      .flatMap(({ path, text, facts }) =>
        facts.imports
          .filter(({ target, typeOnly, specifier }) =>
            target === null ? specifier === 'bun:sqlite' : !typeOnly && STORAGE.test(target),
          )
          .map(({ specifier, offset }) => ({
            path,
            line: lineAt(text, offset),
            sentence: `routes do not reach ${specifier}`,
          })),
      )
  },
}
