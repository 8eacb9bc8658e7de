/** What the puppet agent can be told to do; a prompt is made of these. */
import { join } from 'node:path'

export type Step =
  | { say: string }
  | { update: object }
  /** A line as it is. */
  | { raw: string }
  | { request: { id: string | number | null; method: string; params?: object } }
  | { notify: string; params: object }
  /** Waits for the answer to its request and says it, verbatim. */
  | { reply: string | number | null }
  /** Waits until the client sends this notification. */
  | { await: string }
  | { pause: number }
  /** Waits until this file is there. */
  | { file: string }
  /** Says a variable of its environment, or that it has none. */
  | { env: string }
  /** What it does when it is steered, before what the steered text says. */
  | { steered: Step[] }
  /** The turn's result; `of`: another request's id than this one's. */
  | { end: string; of?: string }
  /** Its result, whatever it is. */
  | { result: object }
  | { answer: object }
  | { fail: { code: number; message: string } }
  | { exit: number }

export const steps = (...list: Step[]): string => list.map((step) => JSON.stringify(step)).join('\n')

/** A permission request with two options, `yes` and `no`. */
export const permission = (id: string | number | null, call: string): Step => ({
  request: {
    id,
    method: 'session/request_permission',
    params: {
      toolCall: { toolCallId: call, title: `Do ${call}` },
      options: [
        { optionId: 'no', name: 'No', kind: 'reject_once' },
        { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      ],
    },
  },
})

const root = join(import.meta.dir, '..', '..')
const bun = [process.execPath, `--config=${join(root, 'bunfig.toml')}`, '--no-env-file']

/** Command lines for `FAIRLEAD_AGENT_<ID>`. */
export const puppetCommand = (...flags: string[]): string =>
  [...bun, join(import.meta.dir, 'puppet-main.ts'), ...flags].join(' ')
export const demoCommand = (...flags: string[]): string =>
  [...bun, join(root, 'scripts', 'demo-agent', 'main.ts'), ...flags].join(' ')
