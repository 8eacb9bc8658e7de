/** A tool that an agent offers its model, whichever API it comes by. */
export interface ModelTool {
  name: string
  /** Where the API groups tools: the group's name. */
  namespace?: string
  /** `function` takes an object by `schema`, `custom` bare text; the others are OpenAI's own. */
  form: 'function' | 'custom' | 'local_shell' | 'tool_search'
  /** JSON schema of the input, unchecked. */
  schema: unknown
  description: string
}

/** A call of one, without its id. */
export type Call =
  | { form: 'custom'; name: string; namespace?: string; input: string }
  | {
      form: 'function' | 'local_shell' | 'tool_search'
      name: string
      namespace?: string
      input: Record<string, unknown>
    }

/** The name as people read it: with its group, where it has one. */
export const fullName = ({ name, namespace }: ModelTool): string =>
  namespace === undefined ? name : `${namespace}/${name}`

export function callOf(tool: ModelTool, input: Record<string, unknown>): Call {
  const form = tool.form === 'custom' ? 'function' : tool.form
  return { form, name: tool.name, ...inGroup(tool.namespace), input }
}

export function textCallOf(tool: ModelTool, input: string): Call {
  return { form: 'custom', name: tool.name, ...inGroup(tool.namespace), input }
}

export const inGroup = (namespace: string | undefined): { namespace?: string } =>
  namespace === undefined ? {} : { namespace }
