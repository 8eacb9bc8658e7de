/** The files that the rules look at: what git tracks or would track, as text. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ModuleFacts, moduleFacts } from './module-facts.ts'

export interface TextFile {
  /** Relative to the root, with `/`. */
  path: string
  text: string
}

export interface Module extends TextFile {
  facts: ModuleFacts
}

export interface Tree {
  files: TextFile[]
  /** Fixtures and the like: they stay as they came, so only what may stand nowhere is looked for. */
  recorded: TextFile[]
  /** The TypeScript ones. */
  modules: Module[]
}

const MODULE = /\.tsx?$/
const BINARY = /\.(?:png|jpe?g|gif|webp|ico|woff2?|pdf|zip|gz|sqlite)$/
const RECORDED = /(?:^|\/)fixtures\/|^LICENSE$/

/** @throws Error when `root` is not a git checkout. */
export function readTree(root: string): Tree {
  const git = Bun.spawnSync(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  if (!git.success) throw new Error(`git ls-files: ${git.stderr.toString().trim()}`)
  const paths = [...new Set(git.stdout.toString().split('\0'))].filter((path) => path !== '').sort()
  const files: TextFile[] = []
  for (const path of paths) {
    if (BINARY.test(path)) continue
    const stat = statSync(join(root, path), { throwIfNoEntry: false }) // tracked, deleted in the checkout: not there
    if (stat?.isFile()) files.push({ path, text: readFileSync(join(root, path), 'utf8') })
  }
  return treeOf(files)
}

export function treeOf(all: TextFile[]): Tree {
  const files = all.filter(({ path }) => !RECORDED.test(path))
  const recorded = all.filter(({ path }) => RECORDED.test(path))
  const modules = files
    .filter(({ path }) => MODULE.test(path))
    .map((file) => ({ ...file, facts: moduleFacts(file.path, file.text) }))
  return { files, recorded, modules }
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

/** Tests and the kit they are made of. */
export const isTestKit = (path: string): boolean => isTest(path) || /(?:^|\/)testing(?:\/|\.ts$)/.test(path)

/** The line, from 1, of a position in a text. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
