/** What an agent told by its recorded wire, put together from the raw messages without any of the daemon's code. */
interface Fields {
  readonly [name: string]: unknown
}
type Outcome = { ok: true; result: unknown } | { ok: false; error: unknown }

export interface Turn {
  /** Prompts that the agent took in this turn, by our seq. */
  prompts: number[]
  stopReason: string
}

export interface Told {
  update(update: Fields, replay: boolean): void
  prompted(seq: number, steered: boolean): void
  cancelled(): void
  refused(): void
  /** A control is set by the request with this id, if the agent takes it. */
  wanted(own: string, control: string, value: string | boolean): void
  set(control: string, value: string): void
  /** The agent's answer to a request of ours. */
  answer(own: string, outcome: Outcome): void
  whole(): Whole
}

export interface Whole {
  text: string
  thoughts: string
  /** The last status that was told of each call. */
  calls: Map<string, string | undefined>
  plans: string[][]
  /** Context and cost as updates tell them, tokens as answers do. */
  usage: Fields[]
  commands: string[] | null
  title: string | null
  values: Record<string, unknown>
  turns: Turn[]
}

const field = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? (inner as Fields)[name] : undefined),
    value,
  )
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/** Gemini tells a mode as a chunk of its own. */
const MODE = /^\[MODE_UPDATE\] (\S+)\s*$/

export function createTold(): Told {
  const whole: Whole = {
    text: '',
    thoughts: '',
    calls: new Map(),
    plans: [],
    usage: [],
    commands: null,
    title: null,
    values: {},
    turns: [],
  }
  const wanted = new Map<string, [string, string | boolean]>()
  let open: (Turn & { cancelled: boolean; refused: boolean }) | null = null
  let mode = 'mode'

  const controls = (from: unknown): void => {
    const options = list(field(from, 'configOptions'))
    for (const option of options) {
      if (field(option, 'category') === 'mode') mode = String(field(option, 'id'))
      whole.values[String(field(option, 'id'))] = field(option, 'currentValue')
    }
    const has = (category: string): boolean =>
      options.some((option) => field(option, 'category') === category || field(option, 'id') === category)
    const modes = field(from, 'modes', 'currentModeId')
    if (modes !== undefined && !has('mode')) whole.values.mode = modes
    const models = field(from, 'models', 'currentModelId')
    if (models !== undefined && !has('model')) whole.values.model = models
  }

  const history = (update: Fields): void => {
    const text = String(field(update, 'content', 'text') ?? '')
    switch (update.sessionUpdate) {
      case 'agent_message_chunk': {
        const told = MODE.exec(text)?.[1]
        if (told === undefined) whole.text += text
        else whole.values[mode] = told
        return
      }
      case 'agent_thought_chunk':
        whole.thoughts += text
        return
      case 'tool_call':
      case 'tool_call_update': {
        const id = String(update.toolCallId)
        whole.calls.set(id, update.status === undefined ? whole.calls.get(id) : String(update.status))
        return
      }
      case 'plan':
        whole.plans.push(list(update.entries).map((entry) => String(field(entry, 'content'))))
        return
      case 'usage_update':
        whole.usage.push({ used: update.used, size: update.size, cost: update.cost ?? undefined })
    }
  }

  const state = (update: Fields): void => {
    switch (update.sessionUpdate) {
      case 'available_commands_update':
        whole.commands = list(update.availableCommands).map((command) => String(field(command, 'name')))
        return
      case 'session_info_update':
        if (typeof update.title === 'string') whole.title = update.title
        return
      case 'current_mode_update':
        whole.values[mode] = update.currentModeId
        return
      case 'config_option_update':
        controls(update)
    }
  }

  const end = (outcome: Outcome): void => {
    if (!open) return
    const result = outcome.ok ? outcome.result : null
    const quota = field(result, '_meta', 'quota', 'token_count')
    const inputTokens = field(result, 'usage', 'inputTokens') ?? field(quota, 'input_tokens')
    const outputTokens = field(result, 'usage', 'outputTokens') ?? field(quota, 'output_tokens')
    if (inputTokens !== undefined || outputTokens !== undefined)
      whole.usage.push({ inputTokens, outputTokens })
    const said = outcome.ok ? String(field(outcome.result, 'stopReason')) : 'agent_error'
    const refused = said === 'cancelled' && open.refused && !open.cancelled
    const stopReason = open.cancelled && said === 'end_turn' ? 'cancelled' : refused ? 'refused' : said
    whole.turns.push({ prompts: open.prompts, stopReason })
    open = null
  }

  return {
    update(update, replay) {
      if (!replay) history(update)
      state(update)
    },
    prompted(seq, steered) {
      if (!steered) open = { prompts: [seq], stopReason: '', cancelled: false, refused: false }
    },
    cancelled() {
      if (open) open.cancelled = true
    },
    refused() {
      if (open) open.refused = true
    },
    wanted: (own, control, value) => void wanted.set(own, [control, value]),
    set(control, value) {
      whole.values[control === 'mode' ? mode : control] = value
    },
    answer(own, outcome) {
      const [kind, seq] = own.split(':')
      if (kind === 'prompt') return end(outcome)
      if (kind === 'steer') {
        const started = field(outcome.ok ? outcome.result : null, 'outcome') === 'startedNewTurn'
        if (started) whole.turns.push({ prompts: [Number(seq)], stopReason: 'end_turn' })
        else open?.prompts.push(Number(seq))
        return
      }
      if (!outcome.ok) return
      controls(outcome.result)
      const set = wanted.get(own)
      if (set) whole.values[set[0]] = set[1]
    },
    whole: () => whole,
  }
}
