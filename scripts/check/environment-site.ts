import type { Rule } from './rule.ts'
import { isTestKit, lineAt } from './tree.ts'

const SITE = /(?:^|\/)(?:config|main)\.tsx?$|^scripts\/cli\/home\.ts$|^scripts\/bench\//

/** The environment is read once, at a root, and passed on as a value. */
export const environmentSite: Rule = {
  name: 'environment-site',
  check({ modules }) {
    return modules
      .filter(({ path }) => !SITE.test(path) && !isTestKit(path))
      .flatMap(({ path, text, facts }) =>
        facts.uses
          .filter(({ name }) => /^(?:process|Bun|import\.meta)\.env$/.test(name))
          .map(({ name, offset }) => ({
            path,
            line: lineAt(text, offset),
            sentence: `${name} is read in config.ts and main.ts only`,
          })),
      )
  },
}
