/**
 * The environment an agent starts with: the daemon's own, without what is ours and without what another agent's
 * session left behind when somebody started the daemon from inside one. Hygiene, not a fence: an agent runs as
 * the person and can read whatever they can.
 */
import type { CatalogueEntry } from './catalogue.ts'

interface SessionMark {
  /** A whole name, or the beginning of one when it ends in `*`. */
  readonly name: string
  readonly why: string
}

/** Variables that belong to one session of a vendor's agent. Configuration (`*_HOME`, keys, models) stays. */
export const sessionMarks: readonly SessionMark[] = [
  { name: 'CLAUDECODE', why: 'claude takes itself for a child of the session that set it' },
  { name: 'CLAUDE_CODE_CHILD_SESSION', why: 'claude saves no transcript, so nothing could be resumed' },
  { name: 'CLAUDE_CODE_ENTRYPOINT', why: 'says how the outer session was started' },
  { name: 'CLAUDE_CODE_EXECPATH', why: 'points at the outer session’s program' },
  { name: 'CLAUDE_CODE_MESSAGING_SOCKET', why: 'a socket into the outer session' },
  { name: 'CLAUDE_CODE_REMOTE*', why: 'identity of a hosted outer session' },
  // With the underscore: CLAUDE_CODE_SESSIONEND_… is configuration.
  { name: 'CLAUDE_CODE_SESSION_*', why: 'identity and token of the outer session' },
  { name: 'CLAUDE_CODE_SSE_PORT', why: 'attaches to the editor of the outer session' },
  { name: 'CLAUDE_ENV_FILE', why: 'a file that the outer session sources before its commands' },
  { name: 'CLAUDE_PID', why: 'process of the outer session' },
  { name: 'CLAUDE_PROJECT_DIR', why: 'workspace of the outer session' },
  { name: 'CLAUDE_SESSION_ID', why: 'identity of the outer session' },
  { name: 'CODEX_CI', why: 'set in the commands of an outer codex' },
  { name: 'CODEX_INTERNAL_ORIGINATOR_OVERRIDE', why: 'names the outer client' },
  { name: 'CODEX_SANDBOX*', why: 'codex believes that it already runs inside a sandbox, without network' },
  { name: 'CODEX_SHELL', why: 'set in the commands of an outer codex' },
  { name: 'CODEX_THREAD_ID', why: 'identity of the outer conversation' },
  { name: 'COPILOT_AGENT_SESSION_ID', why: 'identity of the outer session' },
  { name: 'COPILOT_CLI', why: 'set in the commands of an outer copilot' },
  { name: 'CURSOR_AGENT', why: 'set in the commands of an outer cursor' },
  { name: 'CURSOR_TRACE_ID', why: 'identity of the outer session' },
  { name: 'GEMINI_CLI', why: 'set in the commands of an outer gemini' },
  { name: 'GEMINI_CLI_IDE_*', why: 'attaches to the editor of the outer session' },
  { name: 'GEMINI_CLI_NO_RELAUNCH', why: 'the outer gemini’s word to its own child: no memory limit is set' },
  { name: 'GEMINI_SESSION_ID', why: 'identity of the outer session' },
  { name: 'GOOSE_TERMINAL', why: 'set in the commands of an outer goose' },
  { name: 'OPENCODE', why: 'set in the commands of an outer opencode' },
  { name: 'OPENCODE_APP_INFO', why: 'state of the outer process' },
  { name: 'OPENCODE_PID', why: 'process of the outer session' },
  { name: 'OPENCODE_PROCESS_ROLE', why: 'opencode takes itself for the worker of the outer process' },
  { name: 'OPENCODE_RUN_ID', why: 'identity of the outer run' },
  { name: 'OPENCODE_SESSION_ID', why: 'identity of the outer session' },
  { name: 'QWEN_CODE', why: 'set in the commands of an outer qwen' },
  { name: 'QWEN_CODE_IDE_*', why: 'attaches to the editor of the outer session' },
  { name: 'QWEN_CODE_NO_RELAUNCH', why: 'the outer qwen’s word to its own child: no memory limit is set' },
  { name: 'QWEN_CODE_SESSION_ID', why: 'identity of the outer session' },
  { name: 'QWEN_PROJECT_DIR', why: 'workspace of the outer session' },
  { name: 'AGENT', why: 'names the outer agent (goose, amp, crush)' },
  { name: 'AGENT_SESSION_ID', why: 'identity of an outer goose session' },
  { name: 'AI_AGENT', why: 'names the outer agent' },
]

const exact = new Set(sessionMarks.map((mark) => mark.name))
const prefixes = [
  'FAIRLEAD_',
  ...[...exact].filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)),
]

/**
 * `inherited` minus `FAIRLEAD_*` and session marks, the entry's own settings where that left a name unset, then
 * `credentials` (variable → secret), which win over everything.
 */
export function agentEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  entry: Pick<CatalogueEntry, 'env'>,
  credentials: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && !isLeftOut(name)) kept[name] = value
  }
  return { ...entry.env, ...kept, ...credentials }
}

const isLeftOut = (name: string): boolean =>
  exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
