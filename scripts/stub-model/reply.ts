/** What the stub does for one request, the same for every API. */
import type { AskedStop } from './directives.ts'
import type { Call } from './model-tool.ts'

export type Reply =
  | { as: 'error'; status: number; decided: string; housekeeping: false }
  | {
      as: 'steps'
      steps: readonly Step[]
      stop: Stop
      usage?: Usage
      /** For people: the directives, or what else it was. */
      decided: string
      housekeeping: boolean
    }

export type Step =
  | { do: 'text' | 'think'; text: string }
  | { do: 'call'; id: string; call: Call }
  | { do: 'wait'; ms: number }
  | { do: 'hang' | 'drop' }

export type Stop = AskedStop | 'tool_use'

/** In tokens. */
export interface Usage {
  input: number
  output: number
}
