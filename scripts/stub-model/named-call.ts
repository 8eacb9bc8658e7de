/** A call of a tool by its name, also of one that the agent keeps back until it is searched for. */
import { isRecord } from '../demo-agent/narrow.ts'
import { type CodeMode, codeModeOf } from './code-mode.ts'
import { type Call, callOf, type ModelTool, textCallOf } from './model-tool.ts'
import { propertiesOf } from './schema.ts'

/** The call, or why there is none. */
export function namedCall(tools: readonly ModelTool[], name: string, text: string): Call | string {
  const tool = tools.find((one) => one.name === name) ?? tools.find((one) => inNamespace(one, name))
  if (tool?.form === 'custom') return textCallOf(tool, bareText(text))
  const input = parsed(text === '' ? '{}' : text)
  if (!isRecord(input)) return `the input of ${name} is not a JSON object`
  if (tool !== undefined) return callOf(tool, input)
  return deferredCall(tools, name, input) ?? codeCall(codeModeOf(tools), name, input) ?? `no tool ${name}`
}

const inNamespace = ({ namespace, name }: ModelTool, full: string): boolean =>
  namespace !== undefined && ['__', '', '/', '.'].some((between) => full === namespace + between + name)

/** Codex, qwen and claude list some tools only after a search and take a call of one all the same. */
function deferredCall(
  tools: readonly ModelTool[],
  name: string,
  input: Record<string, unknown>,
): Call | undefined {
  const [, namespace, bare] = /^(mcp__.+)__(.+?)$/.exec(name) ?? []
  if (namespace !== undefined && bare !== undefined && tools.some(({ form }) => form === 'tool_search')) {
    return { form: 'function', name: bare, namespace, input }
  }
  const via = tools.find((tool) => tool.name === 'tool_call' && 'arguments' in propertiesOf(tool.schema))
  if (via !== undefined) return callOf(via, { name, arguments: input })
  return tools.some((tool) => tool.name === 'ToolSearch') ? { form: 'function', name, input } : undefined
}

const codeCall = (mode: CodeMode | undefined, name: string, input: unknown): Call | undefined =>
  mode?.call(name, input)

/** Text as it stands, or as a JSON string where brackets and line ends matter. */
function bareText(text: string): string {
  const value = text.startsWith('"') ? parsed(text) : undefined
  return typeof value === 'string' ? value : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // Whoever wrote the directive is told: not an object, or text as it stands.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
