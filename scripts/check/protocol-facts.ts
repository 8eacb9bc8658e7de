/** What the source says of the wire, as the beginnings of the rows that `docs/PROTOCOL.md` must have. */
import { isNode, type Node, walk } from './module-facts.ts'

/** By heading; each row as it begins: "| `GET /health` |". */
export interface ProtocolFacts {
  Routes: string[]
  Refusals: string[]
  Events: string[]
  'Keeper frames': string[]
  'Authority routes': string[]
  'Relay closes': string[]
  'Circuit frames': string[]
}

const ROUTES = {
  daemon: /^daemon\/(?:.*\/)?(?:[a-z-]+-)?routes\.ts$/,
  server: /^server\/(?:.*\/)?(?:[a-z-]+-)?routes\.ts$/,
}
const FIRST_CLOSE = 4000
const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** `programs`: syntax trees by path. A file that is not there gives no rows. */
export function protocolFacts(programs: ReadonlyMap<string, unknown>): ProtocolFacts {
  const routes = (part: RegExp): string[] =>
    [...programs].filter(([path]) => part.test(path)).flatMap(([, tree]) => routesOf(tree))
  const codes = entriesOf(programs.get('shared/errors.ts'), 'errorCodes')
  const frames = entriesOf(programs.get('daemon/keeper/frames.ts'), 'FrameType')
  const closes = textsOf(programs.get('shared/relay/close-codes.ts'), 'refusals')
  const ofCircuits = entriesOf(programs.get('shared/circuit/frame.ts'), 'FrameType')
  return {
    Routes: routes(ROUTES.daemon).map((route) => row(route)),
    'Authority routes': routes(ROUTES.server).map((route) => row(route)),
    'Relay closes': closes.map((code, n) => row(code, String(FIRST_CLOSE + n))),
    'Circuit frames': ofCircuits.map(([name, number]) => row(name, number)),
    Refusals: codes.map(([code, status]) => row(code, status)),
    Events: eventsOf(programs.get('shared/wire/event.ts')).map((type) => row(type)),
    'Keeper frames': frames.map(([name, number]) => row(name, number)),
  }
}

const row = (name: string, ...cells: string[]): string =>
  `| \`${name}\` |${cells.map((cell) => ` ${cell} |`).join('')}`

/** `.get('/x', …)` on a chain that begins with `new Elysia({ prefix })`. */
function routesOf(tree: unknown): string[] {
  const found: string[] = []
  walk(tree, (node) => {
    const { method, object } = memberOf(node)
    const path = textOf(argumentsOf(node)[0])
    if (!METHODS.has(method) || !path?.startsWith('/')) return
    const prefix = prefixOf(object)
    if (prefix === null) return
    found.push(`${method.toUpperCase()} ${path === '/' && prefix ? prefix : prefix + path}`)
  })
  return found
}

/** The prefix of the Elysia that a chain of calls begins with; null: it begins with something else. */
function prefixOf(chain: unknown): string | null {
  let at = chain
  while (isNode(at) && at.type === 'CallExpression') at = memberOf(at).object
  if (!isNode(at) || at.type !== 'NewExpression') return null
  if (!isNode(at.callee) || at.callee.name !== 'Elysia') return null
  const prefix = membersOf(argumentsOf(at)[0]).find(([name]) => name === 'prefix')
  return textOf(prefix?.[1]) ?? ''
}

/** `event('prompt', …)`. */
function eventsOf(tree: unknown): string[] {
  const found: string[] = []
  walk(tree, (node) => {
    if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.name !== 'event') return
    const type = textOf(argumentsOf(node)[0])
    if (type !== undefined) found.push(type)
  })
  return found
}

/** The members of `const NAME = { … } as const`, values that are numbers as text. */
function entriesOf(tree: unknown, name: string): [string, string][] {
  const found: [string, string][] = []
  walk(tree, (node) => {
    if (node.type !== 'VariableDeclarator' || !isNode(node.id) || node.id.name !== name) return
    for (const [key, member] of membersOf(bare(node.init))) {
      if (isNode(member) && typeof member.value === 'number') found.push([key, String(member.value)])
    }
  })
  return found
}

/** The elements of `const NAME = ['…'] as const`. */
function textsOf(tree: unknown, name: string): string[] {
  const found: string[] = []
  walk(tree, (node) => {
    if (node.type !== 'VariableDeclarator' || !isNode(node.id) || node.id.name !== name) return
    const value = bare(node.init)
    if (!isNode(value) || value.type !== 'ArrayExpression' || !Array.isArray(value.elements)) return
    found.push(...value.elements.map(textOf).filter((text) => text !== undefined))
  })
  return found
}

/** Without `as const` and `satisfies …`. */
function bare(value: unknown): unknown {
  let at = value
  while (isNode(at) && (at.type === 'TSAsExpression' || at.type === 'TSSatisfiesExpression'))
    at = at.expression
  return at
}

function membersOf(value: unknown): [string, unknown][] {
  if (!isNode(value) || value.type !== 'ObjectExpression' || !Array.isArray(value.properties)) return []
  return value.properties.filter(isNode).flatMap(({ key, value }: Node): [string, unknown][] => {
    return isNode(key) && typeof key.name === 'string' ? [[key.name, value]] : []
  })
}

function memberOf(call: Node): { method: string; object: unknown } {
  const callee = call.type === 'CallExpression' && isNode(call.callee) ? call.callee : null
  const property = callee?.type === 'MemberExpression' && isNode(callee.property) ? callee.property : null
  return { method: typeof property?.name === 'string' ? property.name : '', object: callee?.object }
}

const argumentsOf = (node: Node): unknown[] => (Array.isArray(node.arguments) ? node.arguments : [])

const textOf = (value: unknown): string | undefined =>
  isNode(value) && value.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined
