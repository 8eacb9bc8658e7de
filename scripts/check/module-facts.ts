/** What the rules want to know of one TypeScript file, gathered in one walk over its syntax tree. */
import { posix } from 'node:path'
import { type ParseResult, parseSync } from 'oxc-parser'

export interface Import {
  /** As written. */
  specifier: string
  /** The path from the root that a relative specifier names; null for a package or a built-in. */
  target: string | null
  typeOnly: boolean
  dynamic: boolean
  offset: number
}

/** A dotted name in use: `Date.now` called, `Date` made with `new`, `process.env` read. */
export interface Use {
  name: string
  how: 'call' | 'new' | 'read'
  arguments: number
  offset: number
}

export interface Piece {
  text: string
  offset: number
}

export interface ModuleFacts {
  imports: Import[]
  uses: Use[]
  /** String literals and templates; what a template interpolates reads as `?`. */
  strings: Piece[]
  comments: Piece[]
  defaultExports: number[]
  exportStars: number[]
}

export type Node = Record<string, unknown> & { type: string; start: number; end: number }

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** @throws SyntaxError when the file does not parse. */
export function parse(path: string, text: string): ParseResult {
  const parsed = parseSync(path, text)
  const error = parsed.errors[0]
  if (error) throw new SyntaxError(`${path}: ${error.message}`)
  return parsed
}

export function moduleFacts(path: string, text: string): ModuleFacts {
  const parsed = parse(path, text)
  const facts: ModuleFacts = {
    imports: importsOf(path, parsed, text),
    uses: [],
    strings: [],
    comments: parsed.comments.map(({ value, start }) => ({ text: value, offset: start })),
    defaultExports: [],
    exportStars: [],
  }
  for (const { entries } of parsed.module.staticExports) {
    for (const entry of entries) {
      if (entry.exportName.kind === 'Default' || entry.exportName.name === 'default')
        facts.defaultExports.push(entry.start)
      if (entry.importName.kind === 'AllButDefault') facts.exportStars.push(entry.start)
    }
  }
  walk(parsed.program, (node) => gather(node, facts))
  return facts
}

function importsOf(path: string, { module }: ParseResult, text: string): Import[] {
  const found: Import[] = []
  const add = (specifier: string, typeOnly: boolean, dynamic: boolean, offset: number): void => {
    const relative = specifier.startsWith('./') || specifier.startsWith('../')
    const target = relative ? posix.join(posix.dirname(path), specifier) : null
    found.push({ specifier, target, typeOnly, dynamic, offset })
  }
  for (const { moduleRequest, entries, start } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType), false, start)
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType, start } of entries) {
      if (moduleRequest) add(moduleRequest.value, isType, false, start)
    }
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const literal = /^['"`](.*)['"`]$/s.exec(text.slice(moduleRequest.start, moduleRequest.end))
    add(literal?.[1] ?? '', false, true, start)
  }
  return found
}

function gather(node: Node, facts: ModuleFacts): void {
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const name = dottedName(node.callee)
    const count = Array.isArray(node.arguments) ? node.arguments.length : 0
    const how = node.type === 'CallExpression' ? 'call' : 'new'
    if (name) facts.uses.push({ name, how, arguments: count, offset: node.start })
  } else if (node.type === 'MemberExpression') {
    const name = dottedName(node)
    if (name) facts.uses.push({ name, how: 'read', arguments: 0, offset: node.start })
  } else if (node.type === 'Literal' && typeof node.value === 'string') {
    facts.strings.push({ text: node.value, offset: node.start })
  } else if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis)) {
    facts.strings.push({ text: node.quasis.map(cooked).join('?'), offset: node.start })
  }
}

const cooked = (quasi: unknown): string => {
  const value = isNode(quasi) ? quasi.value : null
  if (typeof value !== 'object' || value === null || !('cooked' in value)) return ''
  return String(value.cooked)
}

/** `a.b.c` of identifiers and plain members; a call or an index in between reads as nothing before it. */
function dottedName(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier' && typeof node.name === 'string') return node.name
  if (node.type === 'MetaProperty') return 'import.meta'
  if (node.type !== 'MemberExpression' || !isNode(node.property)) return ''
  const member =
    node.computed === true ? node.property.value : node.property.type === 'Identifier' && node.property.name
  return typeof member === 'string' ? `${dottedName(node.object)}.${member}` : ''
}

export function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit)
  } else if (isNode(value)) {
    visit(value)
    for (const key in value) {
      const child = value[key]
      if (typeof child === 'object' && child !== null) walk(child, visit)
    }
  }
}
