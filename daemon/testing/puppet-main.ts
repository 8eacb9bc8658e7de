/**
 * An ACP agent that does what its prompts say, for misbehaviour that no well-made agent shows. A prompt is a list of
 * steps, one JSON object a line (see `puppet.ts`); it is answered only by a step that answers it.
 *
 * `--log FILE` every line received, verbatim · `--steering` · `--modes A,B` · `--modes-refused` · `--silent` answers
 * nothing · `--refuse-while FILE` refuses `initialize` while that file is there · `--signed-out-while FILE` refuses a new
 * conversation for want of a sign-in · `--die-at-mode FILE` dies once when it
 * is asked for a mode, and makes that file · `--history FILE` what it does when it loads a conversation, as steps ·
 * `--lists FILE` its answers to `session/list`, by cursor · `--controls FILE` the config options it publishes ·
 * `--providers A,B` takes `providers` for these APIs · `--providers-refused-while FILE`.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { Step } from './puppet.ts'

interface Received {
  id?: string | number | null
  method?: string
  params?: { prompt?: { text: string }[]; [name: string]: unknown }
  [name: string]: unknown
}

const { values: flags } = parseArgs({
  options: {
    log: { type: 'string' },
    steering: { type: 'boolean' },
    modes: { type: 'string' },
    'modes-refused': { type: 'boolean' },
    silent: { type: 'boolean' },
    'refuse-while': { type: 'string' },
    'die-at-mode': { type: 'string' },
    'signed-out-while': { type: 'string' },
    history: { type: 'string' },
    lists: { type: 'string' },
    controls: { type: 'string' },
    providers: { type: 'string' },
    'providers-refused-while': { type: 'string' },
  },
})
const SESSION = 'puppet-conversation'
const received: Received[] = []
let woken = (): void => {}
let onSteer: Step[] | null = null

const write = (message: object): void => void process.stdout.write(`${JSON.stringify(message)}\n`)
const send = (message: object): void => write({ jsonrpc: '2.0', ...message })
const update = (fields: object): void =>
  send({ method: 'session/update', params: { sessionId: SESSION, update: fields } })
const say = (text: string): void =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })

/** The first message that fits, taken out of those received, as soon as it is there. */
async function take(fits: (message: Received) => boolean): Promise<Received> {
  for (;;) {
    const at = received.findIndex(fits)
    const [found] = at < 0 ? [] : received.splice(at, 1)
    if (found) return found
    await new Promise<void>((resolve) => {
      woken = resolve
    })
  }
}

async function perform(steps: Step[], prompt: Received['id']): Promise<void> {
  for (const step of steps) {
    if ('say' in step) say(step.say)
    else if ('update' in step) update(step.update)
    else if ('raw' in step) process.stdout.write(`${step.raw}\n`)
    else if ('request' in step) {
      const { id, method, params } = step.request
      send({ id, method, params: { sessionId: SESSION, ...params } })
    } else if ('notify' in step) send({ method: step.notify, params: step.params })
    else if ('reply' in step) say(JSON.stringify(await take((message) => message.id === step.reply)))
    else if ('await' in step) await take((message) => message.method === step.await)
    else if ('pause' in step) await Bun.sleep(step.pause)
    else if ('file' in step) while (!existsSync(step.file)) await Bun.sleep(10)
    else if ('env' in step) say(`${step.env}=${process.env[step.env] ?? 'nothing'}`)
    else if ('steered' in step) onSteer = step.steered
    else if ('end' in step) send({ id: step.of ?? prompt, result: { stopReason: step.end } })
    else if ('result' in step) send({ id: prompt, result: step.result })
    else if ('answer' in step) send(step.answer)
    else if ('fail' in step) send({ id: prompt, error: step.fail })
    else if ('exit' in step) process.exit(step.exit)
  }
}

function initialize(message: Received): void {
  const refused = flags['refuse-while'] !== undefined && existsSync(flags['refuse-while'])
  if (refused) return send({ id: message.id, error: { code: -32603, message: 'not today' } })
  const lists = flags.lists === undefined ? {} : { list: {} }
  const steering = flags.steering ? { _meta: { steering: { supported: true } } } : {}
  const providers = flags.providers === undefined ? {} : { providers: {} }
  const agentCapabilities = { loadSession: true, sessionCapabilities: { resume: {}, ...lists }, ...providers }
  send({ id: message.id, result: { protocolVersion: 1, agentCapabilities, ...steering } })
}

function opened(message: Received): void {
  const out = flags['signed-out-while']
  if (out !== undefined && existsSync(out))
    return send({ id: message.id, error: { code: -32000, message: 'Authentication required' } })
  const modes = flags.modes?.split(',') ?? []
  const published = {
    currentModeId: modes[0],
    availableModes: modes.map((id) => ({ id, name: `Mode ${id}` })),
  }
  const controls = flags.controls === undefined ? {} : { configOptions: configOptions() }
  const result = { sessionId: SESSION, ...(modes.length ? { modes: published } : {}), ...controls }
  send({ id: message.id, result })
}

const set = new Map<unknown, unknown>()
const configOptions = (): object[] =>
  JSON.parse(readFileSync(flags.controls ?? '', 'utf8')).map(
    (one: { id: string; currentValue: unknown }) => ({
      ...one,
      currentValue: set.get(one.id) ?? one.currentValue,
    }),
  )

function setControl({ id, params }: Received): void {
  set.set(params?.configId, params?.value)
  send({ id, result: { configOptions: configOptions() } })
}

function providers({ id, method }: Received): void {
  const refused = flags['providers-refused-while']
  const supported = flags.providers?.split(',')
  if (method === 'providers/list')
    send({ id, result: { providers: [{ providerId: 'main', supported, required: false }] } })
  else if (refused !== undefined && existsSync(refused))
    send({ id, error: { code: -32603, message: 'no models there' } })
  else send({ id, result: {} })
}

const stepsOf = (text: string): Step[] => text.split('\n').map((line) => JSON.parse(line))

function handle(message: Received): void {
  const { id, method } = message
  const steps = (): Step[] => stepsOf(message.params?.prompt?.[0]?.text ?? '')
  if (method === 'initialize') initialize(message)
  else if (method === 'session/new' || method === 'session/resume') opened(message)
  else if (method === 'session/load' && flags.history !== undefined)
    void perform(stepsOf(readFileSync(flags.history, 'utf8')), id)
  else if (method === 'session/list' && flags.lists !== undefined)
    send({ id, result: JSON.parse(readFileSync(flags.lists, 'utf8'))[String(message.params?.cursor ?? '')] })
  else if (method === 'session/set_config_option' && flags.controls !== undefined) setControl(message)
  else if (method?.startsWith('providers/') && flags.providers !== undefined) providers(message)
  else if (method === 'session/prompt') void perform(steps(), id)
  else if (method === '_session/steering') {
    if (onSteer) void perform([...onSteer, ...steps()], id)
    else send({ id, result: { outcome: 'injected' } })
  } else if (method === 'session/set_mode') {
    const died = flags['die-at-mode']
    if (died !== undefined && !existsSync(died)) {
      writeFileSync(died, '')
      process.exit(1)
    }
    if (flags['modes-refused']) send({ id, error: { code: -32602, message: 'no such mode for you' } })
    else send({ id, result: {} })
  } else {
    received.push(message)
    woken()
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (flags.log !== undefined) appendFileSync(flags.log, `${line}\n`)
  if (!flags.silent) handle(JSON.parse(line))
}
