/** A directive that means a tool → the calls of this agent's tools. */
import type { CallDirective, Directive } from './directives.ts'
import type { Call, ModelTool } from './model-tool.ts'
import { namedCall } from './named-call.ts'
import { readCall, shellCall, writeCall } from './own-tools.ts'
import { askCall, planCall } from './question-calls.ts'

export const meansCall = (directive: Directive): directive is CallDirective =>
  ['bash', 'write', 'read', 'ask', 'plan', 'tool'].includes(directive.do)

/** The calls, or why this agent's model cannot make them. */
export function callsFor(directive: CallDirective, tools: readonly ModelTool[]): Call[] | string {
  if (directive.do === 'bash') {
    const calls = directive.commands.map((command) => shellCall(tools, command, directive.escalate))
    return calls.every((call) => call !== undefined) ? calls : 'no shell tool'
  }
  if (directive.do === 'tool') {
    const call = namedCall(tools, directive.name, directive.input)
    return typeof call === 'string' ? call : [call]
  }
  const call = ownCall(directive, tools)
  return call === undefined ? `no ${directive.do} tool` : [call]
}

function ownCall(
  directive: Exclude<CallDirective, { do: 'bash' | 'tool' }>,
  tools: readonly ModelTool[],
): Call | undefined {
  switch (directive.do) {
    case 'write':
      return writeCall(tools, directive.path, directive.content)
    case 'read':
      return readCall(tools, directive.path)
    case 'ask':
      return askCall(tools, directive.question, directive.options)
    case 'plan':
      return planCall(tools, directive.steps)
  }
}
