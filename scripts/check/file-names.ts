import type { Rule } from './rule.ts'

/** Names that say nothing of what is inside, and so attract everything. */
const VAGUE = /(?:^|\/)(?:utils?|helpers?|types|index|common|misc)\.tsx?$/
const KEBAB = /(?:^|\/)[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|d))?\.tsx?$/

export const fileNames: Rule = {
  name: 'file-names',
  check({ modules }) {
    return modules.flatMap(({ path }) => {
      if (VAGUE.test(path)) return [{ path, line: 1, sentence: 'name the file after the concept in it' }]
      if (!KEBAB.test(path)) return [{ path, line: 1, sentence: 'file names are kebab-case' }]
      return []
    })
  },
}
