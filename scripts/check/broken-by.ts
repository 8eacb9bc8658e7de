/** For the rules' tests. */
import type { Rule } from './rule.ts'
import { treeOf } from './tree.ts'

/** Where `rule` is broken by these files (path → text), as `path:line`. */
export function brokenBy(rule: Rule, files: Record<string, string>): string[] {
  const tree = treeOf(Object.entries(files).map(([path, text]) => ({ path, text })))
  return rule.check(tree).map(({ path, line }) => `${path}:${line}`)
}
