/** An agent's own shell, writing and reading tools, under the names that agents give them. */
import { type CodeMode, codeModeOf } from './code-mode.ts'
import { type Call, callOf, type ModelTool, textCallOf } from './model-tool.ts'
import { filled, propertiesOf, typeOf } from './schema.ts'

const SHELL = [
  /^bash$/i,
  /^run_shell_command$/,
  /^exec_command$/,
  /^shell_command$/,
  /^(?:container\.exec|local_shell)$/,
  /^(?:shell|terminal|execute_command|run_terminal_cmd|run_in_terminal|powershell)$/i,
  /shell|bash|terminal|exec_cmd|run_command/i,
]
const WRITE = [
  /^(?:write|write_file|WriteFile|create|create_file)$/i,
  /^apply_patch$/,
  /^write_?(?:to_)?file/i,
]
const READ = [/^(?:read|read_file|ReadFile|view)$/i, /^read/i]

/** The tool that the first pattern which fits any fits. */
export function namedLike(tools: readonly ModelTool[], patterns: readonly RegExp[]): ModelTool | undefined {
  for (const pattern of patterns) {
    const tool = tools.find(({ name }) => pattern.test(name))
    if (tool !== undefined) return tool
  }
  return undefined
}

/** Codex's way out of its sandbox: a call that asks a person first. */
const ESCALATION = { sandbox_permissions: 'require_escalated', justification: 'stub asks' }

export function shellCall(tools: readonly ModelTool[], command: string, escalate: boolean): Call | undefined {
  const tool = namedLike(tools, SHELL)
  if (tool === undefined || tool.form === 'custom') return codeShellCall(codeModeOf(tools), command, escalate)
  if (tool.form === 'local_shell') return callOf(tool, { command: argv(command) })
  const asks = escalate && 'sandbox_permissions' in propertiesOf(tool.schema)
  const given = (schema: unknown): unknown => (typeOf(schema) === 'array' ? argv(command) : command)
  const input = filled(tool.schema, [[/^(?:command|cmd|script)$/i, given]])
  return callOf(tool, asks ? { ...input, ...ESCALATION } : input)
}

const argv = (command: string): string[] => ['bash', '-lc', command]

function codeShellCall(mode: CodeMode | undefined, command: string, escalate: boolean): Call | undefined {
  const asks = escalate && mode?.has('sandbox_permissions') ? ESCALATION : {}
  if (mode?.has('exec_command')) return mode.call('exec_command', { cmd: command, ...asks })
  if (mode?.has('shell_command')) return mode.call('shell_command', { command, ...asks })
  return undefined
}

export function writeCall(tools: readonly ModelTool[], path: string, content: string): Call | undefined {
  const tool = namedLike(tools, WRITE)
  const patch = addFile(path, content)
  if (tool === undefined) return writeOtherwise(tools, patch)
  if (tool.form === 'custom') return textCallOf(tool, patch)
  if (tool.name === 'apply_patch')
    return callOf(tool, filled(tool.schema, [[/^(?:input|patch|patchText)$/i, patch]]))
  const wanted = [
    [/path|file$/i, path],
    [/content|text|body/i, content],
  ] as const
  return callOf(tool, filled(tool.schema, wanted))
}

/** Without a tool for it: from code, or as a here-document that codex recognises in a shell command. */
function writeOtherwise(tools: readonly ModelTool[], patch: string): Call | undefined {
  const mode = codeModeOf(tools)
  if (mode?.has('apply_patch')) return mode.call('apply_patch', patch)
  const shell = tools.find(({ form, name }) => form === 'function' && name === 'exec_command')
  if (shell === undefined) return undefined
  return callOf(shell, filled(shell.schema, [[/^cmd$/, `apply_patch <<'PATCH'\n${patch}\nPATCH`]]))
}

/** The patch format of codex and opencode. */
function addFile(path: string, content: string): string {
  const lines = content.split('\n').map((line) => `+${line}`)
  return ['*** Begin Patch', `*** Add File: ${path}`, ...lines, '*** End Patch'].join('\n')
}

export function readCall(tools: readonly ModelTool[], path: string): Call | undefined {
  const tool = namedLike(tools, READ)
  return tool && callOf(tool, filled(tool.schema, [[/path|file$/i, path]]))
}
