/**
 * An ask as a person judges it: whole, in the agent's own words, and with every character that a terminal would
 * hide or act on shown as an escape.
 */
import { showInvisible } from '../../../shared/untrusted.ts'
import type { Ask, FormField, PermissionBody, QuestionBody } from '../../../shared/wire/ask.ts'
import type { ToolContent } from '../../../shared/wire/tool-call.ts'
import type { Style } from '../style.ts'
import { diffLines } from '../transcript/diff.ts'
import type { WholeText } from './whole-text.ts'

/** Ends in a newline. Options are numbered from 1 in the agent's order. */
export function drawAsk(ask: Ask, whole: WholeText, style: Style): string {
  const lines =
    ask.kind === 'permission'
      ? permissionLines(ask.permission, whole, style)
      : questionLines(ask.question, style)
  return `${lines.join('\n')}\n`
}

function permissionLines(body: PermissionBody, whole: WholeText, style: Style): string[] {
  const { toolCall } = body
  const kind = toolCall.kind === undefined ? '' : ` ${style.dim(`(${oneLine(toolCall.kind)})`)}`
  const title = toolCall.title === undefined ? 'a permission' : showInvisible(toolCall.title)
  const lines = [`${style.yellow('The agent asks:')} ${style.bold(title)}${kind}`]
  for (const place of toolCall.locations ?? []) {
    lines.push(`  at ${oneLine(place.path)}${place.line === undefined ? '' : `:${place.line}`}`)
  }
  if (toolCall.rawInput !== undefined) lines.push(...inputLines(whole(toolCall.rawInput)))
  for (const content of toolCall.content ?? []) lines.push(...contentLines(content, whole, style))
  for (const text of [toolCall.output, toolCall.rawOutput]) {
    if (text !== undefined) lines.push(...block(whole(text)))
  }
  body.options.forEach((option, index) => {
    lines.push(`  ${index + 1}. ${oneLine(option.name)} ${style.dim(`(${oneLine(option.kind)})`)}`)
  })
  return lines
}

/** The tool's input member by member: a command reads as it will run, not as quoted JSON. */
function inputLines(json: string): string[] {
  const members = membersOf(json)
  if (!members) return block(json)
  return members.flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    const lines = showInvisible(text).split('\n')
    return lines.length === 1
      ? [`  ${oneLine(name)}: ${lines[0]}`]
      : [`  ${oneLine(name)}:`, ...lines.map((line) => `    ${line}`)]
  })
}

function membersOf(json: string): [string, unknown][] | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null
  } catch {
    // The agent's input is not JSON: it is shown as it came.
    return null
  }
}

function contentLines(content: ToolContent, whole: WholeText, style: Style): string[] {
  if (content.type === 'text') return block(whole(content.text))
  if (content.type === 'other') return block(whole(content.json))
  const before = content.old === null ? null : whole(content.old)
  return diffLines(content.path, before, whole(content.new), style).map((line) => `  ${line}`)
}

function questionLines(body: QuestionBody, style: Style): string[] {
  return [
    `${style.yellow('The agent asks:')} ${style.bold(showInvisible(body.message))}`,
    ...body.fields.flatMap((field) => fieldLines(field)),
  ]
}

/** One field: its label, what it is about, and its choices numbered from 1. */
export function fieldLines(field: FormField): string[] {
  const lines = [`  ${oneLine(field.label)}${field.required ? ' (required)' : ''}`]
  if (field.description) lines.push(...block(field.description))
  field.choices?.forEach((choice, index) => {
    lines.push(`    ${index + 1}. ${oneLine(choice.label)}`)
    if (choice.description) lines.push(...block(choice.description).map((line) => `   ${line}`))
  })
  return lines
}

const block = (text: string): string[] =>
  showInvisible(text)
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `    ${line}`)

const oneLine = (text: string): string => showInvisible(text).replaceAll('\n', '\\n')
