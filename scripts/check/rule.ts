import type { Tree } from './tree.ts'

/** One broken rule at one place, printed as `path:line: rule: sentence`. */
export interface Violation {
  path: string
  line: number
  sentence: string
}

export interface Rule {
  name: string
  check(tree: Tree): Violation[]
}
