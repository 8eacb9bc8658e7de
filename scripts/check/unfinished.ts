import type { Rule } from './rule.ts'
import { lineAt, type TextFile, type Tree } from './tree.ts'

const MARK = /\b(?:TODO|FIXME|XXX|HACK)\b/
const HASH_COMMENT = /^\s*#.*$/gm
const BLOCK_COMMENT = /\/\*[\s\S]*?\*\//g

/** What is not done is an issue, not a comment. */
export const unfinished: Rule = {
  name: 'unfinished',
  check(tree) {
    return commentsOf(tree).flatMap(({ file, text, offset }) => {
      const mark = MARK.exec(text)
      if (!mark) return []
      const line = lineAt(file.text, offset + mark.index)
      return [{ path: file.path, line, sentence: `a comment says ${mark[0]}` }]
    })
  },
}

function commentsOf({ files, modules }: Tree): { file: TextFile; text: string; offset: number }[] {
  const ours = modules.flatMap((file) => file.facts.comments.map((comment) => ({ file, ...comment })))
  const others = files.flatMap((file) => {
    const pattern = patternFor(file)
    if (!pattern) return []
    return [...file.text.matchAll(pattern)].map((found) => ({ file, text: found[0], offset: found.index }))
  })
  return [...ours, ...others]
}

function patternFor({ path, text }: TextFile): RegExp | null {
  if (path.endsWith('.css')) return BLOCK_COMMENT
  if (/\.(?:sh|ya?ml|toml)$|(?:^|\/)Dockerfile$/.test(path) || text.startsWith('#!')) return HASH_COMMENT
  return null
}
