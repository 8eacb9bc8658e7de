import type { Rule } from './rule.ts'

const TESTED = /^(?:daemon|server)\/(?:.*\/)?(?:[a-z-]+-)?(?:routes|store)\.ts$/

/** Routes and stores are the edges: each has a test beside it. */
export const testsBeside: Rule = {
  name: 'tests-beside',
  check({ modules }) {
    const paths = new Set(modules.map(({ path }) => path))
    return modules
      .map(({ path }) => path)
      .filter((path) => TESTED.test(path) && !paths.has(path.replace(/\.ts$/, '.test.ts')))
      .map((path) => ({ path, line: 1, sentence: 'has no test beside it' }))
  },
}
