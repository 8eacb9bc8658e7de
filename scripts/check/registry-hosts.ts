import type { Rule } from './rule.ts'
import { lineAt } from './tree.ts'

const HOST = /\bregistry\.(?:npmjs\.org|yarnpkg\.com|npmmirror\.com)|\bnpm\.pkg\.github\.com|\bnpm\.jsr\.io/g
/** In what a package manager reads, any address is one. */
const ADDRESS = /https?:\/\/[^\s"'/]+/g
const READ_BY_MANAGER = /(?:^|\/)(?:bun\.lock|bunfig\.toml|\.npmrc)$/

/** Where packages come from is each machine's own setting: many use a mirror. */
export const registryHosts: Rule = {
  name: 'registry-hosts',
  check({ files, recorded }) {
    return [...files, ...recorded].flatMap(({ path, text }) =>
      [...text.matchAll(READ_BY_MANAGER.test(path) ? ADDRESS : HOST)].map((found) => ({
        path,
        line: lineAt(text, found.index),
        sentence: `names the registry ${found[0]}`,
      })),
    )
  },
}
