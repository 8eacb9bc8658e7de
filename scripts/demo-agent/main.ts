/**
 * The demo agent: a real ACP agent (protocol version 1, newline-delimited JSON-RPC on stdio) without a model and
 * without a network of its own. A newcomer meets it first; tests drive it. See directives.ts for what it obeys.
 */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../shared/time.ts'
import type { Agent } from './agent.ts'
import { parseArguments, USAGE } from './arguments.ts'
import { createCommands } from './commands.ts'
import { createConnection } from './connection.ts'
import { createConversationStore } from './conversation-store.ts'
import { openJournal } from './journal.ts'
import { readLines } from './lines.ts'
import { createHandlers } from './methods.ts'
import { createOutput } from './output.ts'
import { createEnding } from './own-process.ts'

const options = parseArguments(process.argv.slice(2))
if (typeof options === 'string') {
  console.error(`${options}\n${USAGE}`)
  process.exit(2)
}

const stateHome = process.env.XDG_STATE_HOME || join(homedir(), '.local/state')
const journal = openJournal(options.journal, process.pid, systemClock)
const commands = createCommands(systemClock)
const ending = createEnding(journal, commands)
const output = createOutput(1, systemClock, ending.clientLeft)
const agent: Agent = {
  clock: systemClock,
  newId: () => crypto.randomUUID(),
  journal,
  connection: createConnection(output, journal, () => ({
    request: (id, method, params) => handlers.request(id, method, params),
    notification: (method, params) => handlers.notification(method, params),
  })),
  commands,
  store: createConversationStore(options.state ?? join(stateHome, 'fairlead-demo'), systemClock),
  sessions: new Map(),
  steering: options.steering,
  startDelayMs: options.startDelayMs,
  client: { forms: false, booleans: false },
  process: ending.own,
}
const handlers = createHandlers(agent)

for await (const line of readLines(Bun.stdin.stream())) agent.connection.receive(line)
ending.clientLeft()
