/** An agent's own tools with lists inside: the one that asks its user, and the one that keeps a plan. */
import { field, listField } from '../demo-agent/narrow.ts'
import { codeModeOf } from './code-mode.ts'
import { type Call, callOf, type ModelTool } from './model-tool.ts'
import { namedLike } from './own-tools.ts'
import { filled, propertiesOf, typeOf, type Wanted } from './schema.ts'

const ASK = [
  /^AskUserQuestion$/,
  /^ask_user(?:_question)?$/,
  /^request_user_input$/,
  /^question$/,
  /ask.*(?:user|question)|question/i,
]
const PLAN = [
  /^todo_?write$/i,
  /^update_plan$/,
  /^write_todos$/,
  /^(?:SetTodoList|TodoList|todo)$/,
  /todo|plan$/i,
]

export function askCall(
  tools: readonly ModelTool[],
  question: string,
  options: readonly string[],
): Call | undefined {
  const tool = namedLike(tools, ASK)
  if (tool === undefined) return codeCall(tools, 'request_user_input', plainQuestion(question, options))
  const several = Object.keys(propertiesOf(tool.schema)).find((name) => /questions/i.test(name))
  if (several === undefined) return callOf(tool, oneQuestion(tool.schema, question, options))
  const item = field(propertiesOf(tool.schema)[several], 'items')
  return callOf(tool, { ...filled(tool.schema, []), [several]: [oneQuestion(item, question, options)] })
}

function oneQuestion(schema: unknown, question: string, options: readonly string[]): Record<string, unknown> {
  const input = filled(schema, [
    [/^question$|^text$|^prompt$/i, question],
    [/^header$|^title$/i, 'Stub'],
    [/^id$/i, 'q1'],
    [/^options$|^choices$/i, (list: unknown) => options.map((label) => option(field(list, 'items'), label))],
  ])
  const kinds = listField(propertiesOf(schema).type, 'enum')
  if (kinds.length === 0) return input
  return { ...input, type: kinds.find((kind) => /choice|select/i.test(String(kind))) ?? kinds[0] }
}

function option(schema: unknown, label: string): unknown {
  if (typeOf(schema) === 'string') return label
  if (Object.keys(propertiesOf(schema)).length === 0) return plainOption(label)
  return filled(schema, [
    [/^label$|^text$|^value$/i, label],
    [/^desc/i, about(label)],
  ])
}

const about = (label: string): string => `${label} it is`
const plainOption = (label: string): unknown => ({ label, description: about(label) })
const plainQuestion = (question: string, options: readonly string[]): unknown => ({
  questions: [{ id: 'q1', header: 'Stub', question, options: options.map(plainOption) }],
})

export function planCall(tools: readonly ModelTool[], steps: readonly string[]): Call | undefined {
  const tool = namedLike(tools, PLAN)
  if (tool === undefined) return codeCall(tools, 'update_plan', { plan: steps.map(plainStep) })
  const properties = propertiesOf(tool.schema)
  const list = Object.keys(properties).find((name) => typeOf(properties[name]) === 'array')
  if (list === undefined) return callOf(tool, filled(tool.schema, oneStep(steps[0] ?? '')))
  const item = field(properties[list], 'items')
  const rows = steps.map((step, n) => filled(item, listedStep(step, n)))
  return callOf(tool, { ...filled(tool.schema, []), [list]: rows })
}

const statusOf = (n: number): string => (n === 0 ? 'in_progress' : 'pending')
const plainStep = (step: string, n: number): unknown => ({ step, status: statusOf(n) })
const oneStep = (step: string): Wanted[] => [
  [/subject|title|content|task/i, step],
  [/desc/i, step],
]
const listedStep = (step: string, n: number): Wanted[] => [
  [/^(?:content|step|description|title|task|text)$/i, step],
  [/^status$/i, statusOf(n)],
  [/^activeForm$/i, step],
  [/^priority$/i, 'medium'],
  [/^id$/i, String(n + 1)],
]

function codeCall(tools: readonly ModelTool[], name: string, input: unknown): Call | undefined {
  const mode = codeModeOf(tools)
  return mode?.has(name) ? mode.call(name, input) : undefined
}
