/** JSON schemas as agents send them: looked at, never trusted. */
import { field, isRecord, listField } from '../demo-agent/narrow.ts'
import { stubLimits } from './limits.ts'

export function propertiesOf(schema: unknown): Record<string, unknown> {
  const properties = field(schema, 'properties')
  return isRecord(properties) ? properties : {}
}

/** The type in lower case (Gemini writes `STRING`), of several the first that is not null; empty without one. */
export function typeOf(schema: unknown): string {
  const type = field(schema, 'type')
  const one = Array.isArray(type) ? type.find((name) => name !== 'null') : type
  return typeof one === 'string' ? one.toLowerCase() : ''
}

const requiredOf = (schema: unknown): string[] =>
  listField(schema, 'required').filter((name) => typeof name === 'string')

/** A smallest value that the schema takes: constants, first choices, defaults, required properties only. */
export function smallest(schema: unknown, depth = 0): unknown {
  if (!isRecord(schema) || depth > stubLimits.schemaDepth) return null
  if (schema.const !== undefined) return schema.const
  const [choice] = listField(schema, 'enum')
  if (choice !== undefined) return choice
  if (schema.default !== undefined) return schema.default
  const [alternative] = [...listField(schema, 'anyOf'), ...listField(schema, 'oneOf')]
  if (alternative !== undefined) return smallest(alternative, depth + 1)
  return smallestOfType(schema, depth)
}

function smallestOfType(schema: Record<string, unknown>, depth: number): unknown {
  const type = typeOf(schema)
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 0
  if (type === 'array') {
    const least = typeof schema.minItems === 'number' ? Math.min(schema.minItems, stubLimits.echoChars) : 0
    return Array.from({ length: least }, () => smallest(schema.items, depth + 1))
  }
  if (type !== 'object' && schema.properties === undefined) return 'stub'
  const properties = propertiesOf(schema)
  const names = schema.required === undefined ? Object.keys(properties) : requiredOf(schema)
  return Object.fromEntries(names.map((name) => [name, smallest(properties[name], depth + 1)]))
}

/** A value for the first property whose name matches; a function gets that property's schema. */
export type Wanted = readonly [name: RegExp, value: unknown]

const DESCRIPTIVE = /descr|explan|reason|justif|title|intent/i

/** An input by `schema` with what is wanted put where the names fit, and the smallest of what else is required. */
export function filled(schema: unknown, wanted: readonly Wanted[]): Record<string, unknown> {
  const properties = propertiesOf(schema)
  const input: Record<string, unknown> = {}
  for (const [pattern, value] of wanted) {
    const name = Object.keys(properties).find((key) => pattern.test(key) && !(key in input))
    if (name !== undefined) input[name] = typeof value === 'function' ? value(properties[name]) : value
  }
  for (const name of requiredOf(schema)) {
    if (name in input) continue
    const told = DESCRIPTIVE.test(name) && typeOf(properties[name]) === 'string'
    input[name] = told ? 'stub call' : smallest(properties[name])
  }
  return input
}
