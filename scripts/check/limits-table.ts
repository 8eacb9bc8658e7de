/** The limits modules as a page: the table is generated, so that it cannot say another number than the source. */
import { join } from 'node:path'
import { isNode, type Node, parse } from './module-facts.ts'
import type { TextFile, Tree } from './tree.ts'

const MODULES = ['shared/limits.ts', 'daemon/limits.ts', 'server/limits.ts', 'ui/limits.ts']
const HEAD =
  '# Limits\n\nGenerated from the limits modules by `bun scripts/check.ts --write`. Changing one is a decision: it gets a sentence\nin `docs/DECISIONS.md`.\n'

interface Limit {
  /** `LABEL_BYTES`, or `daemonLimits.startMs` for a member of a table. */
  name: string
  /** Empty where one comment stands above several. */
  comment: string
}

/** The page for the limits modules that `tree` has; `root` is where their values are loaded from. */
export async function limitsTable(root: string, { files }: Tree): Promise<string> {
  let page = HEAD
  for (const path of MODULES) {
    const file = files.find((one) => one.path === path)
    if (!file) continue
    const values: unknown = await import(join(root, path))
    page += `\n## ${path}\n\n| limit | value | what it bounds |\n| --- | --- | --- |\n`
    for (const { name, comment } of limitsOf(file)) {
      const about = comment.replaceAll('|', '\\|') || 'as above'
      page += `| \`${name}\` | ${quantity(name, numberAt(values, name))} | ${about} |\n`
    }
  }
  return page
}

function limitsOf({ path, text }: TextFile): Limit[] {
  const parsed = parse(path, text)
  const comments = new Map(parsed.comments.map((comment) => [nextCode(text, comment.end), comment.value]))
  const commentOf = (at: number): string => prose(comments.get(at) ?? '')
  return parsed.program.body.flatMap((statement: unknown): Limit[] => {
    if (!isNode(statement) || statement.type !== 'ExportNamedDeclaration') return []
    const declared = isNode(statement.declaration) ? statement.declaration.declarations : null
    const declarator: unknown = Array.isArray(declared) ? declared[0] : null
    if (!isNode(declarator) || !isNode(declarator.id) || typeof declarator.id.name !== 'string') return []
    const name = declarator.id.name
    const members = membersOf(declarator.init)
    if (members === null) return [{ name, comment: commentOf(statement.start) }]
    return members.map((member) => ({
      name: `${name}.${member.name}`,
      comment: commentOf(member.start),
    }))
  })
}

function membersOf(init: unknown): { name: string; start: number }[] | null {
  const value = isNode(init) && init.type === 'TSAsExpression' ? init.expression : init
  if (!isNode(value) || value.type !== 'ObjectExpression' || !Array.isArray(value.properties)) return null
  return value.properties.filter(isNode).flatMap(({ key, start }: Node) => {
    return isNode(key) && typeof key.name === 'string' ? [{ name: key.name, start }] : []
  })
}

const nextCode = (text: string, from: number): number =>
  from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)

const prose = (comment: string): string =>
  comment
    .replace(/^\s*\*+ ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()

function numberAt(values: unknown, name: string): number {
  let value: unknown = values
  for (const key of name.split('.')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  }
  if (typeof value !== 'number') throw new TypeError(`${name} is not a number`)
  return value
}

const TIMES: readonly [string, number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]
const SIZES: readonly [string, number][] = [
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
  ['KiB', 1024],
]

/** A value in the unit that its name ends in. */
function quantity(name: string, value: number): string {
  if (/(?:Ms|_MS)$/.test(name)) return inUnits(value, TIMES, 'ms')
  if (/(?:Bytes|_BYTES)$/.test(name)) return inUnits(value, SIZES, 'bytes')
  return String(value)
}

/** In the largest unit that shows it whole, or with one decimal. */
function inUnits(value: number, units: readonly [string, number][], smallest: string): string {
  const unit = units.find(([, size]) => value >= size && Number.isInteger((value / size) * 10))
  return unit ? `${value / unit[1]} ${unit[0]}` : `${value} ${smallest}`
}
