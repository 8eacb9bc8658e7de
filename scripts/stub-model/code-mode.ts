/**
 * Codex's code mode: the model gets one tool, `exec`, that runs JavaScript, and the other tools are functions in it
 * that only the description of `exec` names.
 */
import { type Call, type ModelTool, textCallOf } from './model-tool.ts'

export interface CodeMode {
  has(name: string): boolean
  call(name: string, input: unknown): Call
}

export function codeModeOf(tools: readonly ModelTool[]): CodeMode | undefined {
  const exec = tools.find(({ form, name }) => form === 'custom' && name === 'exec')
  if (exec === undefined) return undefined
  const names = new Set(exec.description.match(/\w+/g))
  return {
    has: (name) => names.has(name),
    call: (name, input) => textCallOf(exec, program(name, input)),
  }
}

const program = (name: string, input: unknown): string =>
  `const result = await tools[${JSON.stringify(name)}](${JSON.stringify(input)});\n` +
  'text(typeof result === "string" ? result : JSON.stringify(result));'
